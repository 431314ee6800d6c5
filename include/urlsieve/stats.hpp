// The counters of a run. Each batch has its own counters. They are added in input order, so the result does
// not depend on the number of threads.
#ifndef URLSIEVE_STATS_HPP
#define URLSIEVE_STATS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/document_choice.hpp"
#include "urlsieve/document_counts.hpp"
#include "urlsieve/enum_table.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/fault.hpp"
#include "urlsieve/first_examples.hpp"
#include "urlsieve/log_histogram.hpp"
#include "urlsieve/password.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/verdict.hpp"

namespace urlsieve {

// Kinds of repair (characters that RFC 3986 excludes but real links hold), each counted.
enum class repair_kind : std::uint8_t {
  trimmed,       // white space or controls at either end
  line_break,    // tab, CR or LF inside
  backslash,     // "\" for "/"
  userinfo_at,   // an "@" in the userinfo
  escaped,       // an excluded character percent-encoded
  lone_percent,  // "%" without two hex digits
  host_decoded,  // a percent-encoded host
  host_idna,     // a host converted to A-labels
  slashes,       // too many or too few slashes before the authority
  count_
};
inline constexpr std::size_t repair_count = static_cast<std::size_t>(repair_kind::count_);

[[nodiscard]] constexpr std::string_view name_of(repair_kind kind) {
  constexpr auto names = enum_table<repair_kind>({{repair_kind::trimmed, "trimmed"},
                                                  {repair_kind::line_break, "line-break"},
                                                  {repair_kind::backslash, "backslash"},
                                                  {repair_kind::userinfo_at, "userinfo-at"},
                                                  {repair_kind::escaped, "escaped"},
                                                  {repair_kind::lone_percent, "lone-percent"},
                                                  {repair_kind::host_decoded, "host-decoded"},
                                                  {repair_kind::host_idna, "host-idna"},
                                                  {repair_kind::slashes, "slashes"}});
  return names[static_cast<std::size_t>(kind)];
}

// A position in an input.
struct input_place {
  std::optional<std::uint64_t> stored;  // offset in the file; if compressed, of the enclosing member
  std::optional<std::uint64_t> plain;   // offset in the decompressed input
};

struct damage_example {
  damage reason;
  std::string input;  // the file's name as the user wrote it, "-" for standard input
  input_place place;
  std::string document;  // URL of the enclosing page; empty: none or unknown
  std::string detail;
};

struct stats {
  static constexpr std::size_t max_examples = 10;  // of each reason
  static constexpr std::size_t max_skipped = 256;  // distinct names; further names count as "other"

  input_verdicts inputs;
  std::uint64_t bytes_read = 0;  // stored bytes of the inputs that were read
  std::uint64_t bytes = 0;       // decompressed bytes of these inputs
  std::uint64_t documents = 0;
  std::uint64_t references = 0;  // found, kept or not
  std::uint64_t kept = 0;        // references with a URL in the output
  std::uint64_t unique = 0;      // distinct URLs
  std::array<std::uint64_t, rejection_count> rejected{};
  std::array<std::uint64_t, repair_count> repaired{};
  damage_counts damaged{};
  // Source documents by the verdict of document_options; all 0 without these options.
  std::array<std::uint64_t, document_choice_count> choices{};
  std::array<std::uint64_t, flag::names.size()> flagged{};    // kept references, in order of flag::names
  std::map<std::string, std::uint64_t, std::less<>> skipped;  // "record:request", "type:image/png"
  std::vector<damage_example> examples;
  std::string last_detail;   // of the last damage, also if it is no example
  document_counts contents;  // documents by type, and the references in them
  // Kept references by context (sieved_url::where), except for lists. Unknown elements, attributes and header
  // fields count as "other", paths in JSON and XML as "json" and "xml".
  std::map<std::string, std::uint64_t, std::less<>> where;
  log_histogram lengths;  // URLs in the output, by length in bytes; edges are not counted
  first_examples<rejection_count> rejected_examples;    // references as written
  first_examples<flag::names.size()> flagged_examples;  // normalized URLs

  // Counts a rejected reference. `raw` is the reference as written; empty: no example.
  void reject(rejection reason, std::string_view raw = {}) {
    ++rejected[static_cast<std::size_t>(reason)];
    rejected_examples.note(static_cast<std::size_t>(reason), raw);
  }

  // Counts the flags of a kept reference. `flags` are bits of namespace flag.
  void mark(std::uint16_t flags, std::string_view url = {}) {
    for (std::size_t i = 0; i < flagged.size(); ++i) {
      if ((flags & flag::names[i].bit) == 0) continue;
      ++flagged[i];
      flagged_examples.note(i, url);
    }
  }

  // Counts damage at `offset` of the decompressed input. Keeps the first max_examples examples of a reason,
  // without passwords.
  void damaged_at(damage reason, std::string_view input, std::uint64_t offset, std::string_view detail) {
    damaged_in(reason, input, {std::nullopt, offset}, detail);
  }
  // Counts damage as damaged_at() does, at any known place.
  void damaged_in(damage reason, std::string_view input, const input_place& place, std::string_view detail) {
    const std::uint64_t before = damaged[static_cast<std::size_t>(reason)]++;
    last_detail = without_password(detail);
    if (before < max_examples) examples.push_back({reason, without_password(input), place, {}, last_detail});
  }

  // Counts a source document under the verdict of document_options.
  void choose(document_choice verdict) { ++choices[static_cast<std::size_t>(verdict)]; }

  // Counts an input that could not be read at all, as damage and in `inputs`.
  void not_read(damage why, std::string_view input, std::string_view detail) {
    damaged_in(why, input, {}, detail);
    inputs.add_unread(input, why, detail);
  }

  // Counts skipped content under "kind:name". Beyond max_skipped distinct names, counts under
  // "kind:other", because names come from the input.
  void count_skipped(std::string_view kind, std::string_view name, std::uint64_t times = 1) {
    std::string key;
    key.reserve(kind.size() + name.size() + 1);
    key.append(kind).append(1, ':').append(name);
    if (skipped.size() >= max_skipped && !skipped.contains(key))
      key.replace(kind.size() + 1, name.size(), "other");
    skipped[key] += times;
  }

  // Returns the number of faults of all kinds.
  [[nodiscard]] std::uint64_t total_damage() const {
    std::uint64_t total = 0;
    for (const std::uint64_t times : damaged) total += times;
    return total;
  }

  // Returns the number of faults of a kind.
  [[nodiscard]] std::uint64_t faults(fault kind) const {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < damage_count; ++i)
      if (kind_of(static_cast<damage>(i)) == kind) total += damaged[i];
    return total;
  }

  // Adds the counts of a later batch, in input order, so that the first examples are kept.
  void add(const stats& later) {
    inputs.add(later.inputs);
    bytes_read += later.bytes_read;
    bytes += later.bytes;
    documents += later.documents;
    references += later.references;
    kept += later.kept;
    unique += later.unique;
    for (std::size_t i = 0; i < rejection_count; ++i) rejected[i] += later.rejected[i];
    for (std::size_t i = 0; i < repair_count; ++i) repaired[i] += later.repaired[i];
    for (std::size_t i = 0; i < flagged.size(); ++i) flagged[i] += later.flagged[i];
    for (std::size_t i = 0; i < document_choice_count; ++i) choices[i] += later.choices[i];
    contents.add(later.contents);
    for (const auto& [name, times] : later.where) where[name] += times;
    lengths.add(later.lengths);
    rejected_examples.add(later.rejected_examples);
    flagged_examples.add(later.flagged_examples);
    for (const auto& [name, times] : later.skipped) {
      const std::size_t colon = name.find(':');
      count_skipped(std::string_view(name).substr(0, colon), std::string_view(name).substr(colon + 1), times);
    }
    for (const damage_example& example : later.examples) {
      std::uint64_t kept_already = 0;
      for (const damage_example& mine : examples) kept_already += mine.reason == example.reason ? 1U : 0U;
      if (kept_already < max_examples) examples.push_back(example);
    }
    if (later.total_damage() != 0) last_detail = later.last_detail;
    for (std::size_t i = 0; i < damage_count; ++i) damaged[i] += later.damaged[i];
  }
};

}  // namespace urlsieve

#endif
