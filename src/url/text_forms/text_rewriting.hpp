// Rewrites text before the search for URLs: undoes escapes (--unescape) and restores defanged URLs
// (--refang), in one or two passes. Maps places in the result back to the source.
#ifndef URLSIEVE_URL_TEXT_FORMS_TEXT_REWRITING_HPP
#define URLSIEVE_URL_TEXT_FORMS_TEXT_REWRITING_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/text/escape_changes.hpp"
#include "src/url/text_forms/refang.hpp"
#include "urlsieve/text_options.hpp"

namespace urlsieve {

enum class rewriting : std::uint8_t { none, json, quoted_printable, character_references, latex, refang };

// Returns the rewriting for `choice`; none also for escapes that are not decoded in place (percent).
[[nodiscard]] rewriting rewriting_for(unescape_choice choice);

// Iterates over the changes of a text, in order and without overlaps. Requires: the text outlives the object.
class text_changes {
 public:
  text_changes(rewriting kind, std::string_view source) : kind_(kind), source_(source), refang_(source) {}

  // Sets `found` to the next change; returns false after the last change.
  bool next(text_change& found);

 private:
  rewriting kind_;
  std::string_view source_;
  std::size_t from_ = 0;
  refang_changes refang_;
};

// Returns the size of a prefix of `source` in whose result the white space stays when more text follows
// `source`. An incomplete escape at the end of the prefix may still change.
[[nodiscard]] std::size_t decided(rewriting kind, std::string_view source);

// Returns true if rewriting changes `source`.
[[nodiscard]] inline bool changes_anything(rewriting kind, std::string_view source) {
  text_change first;
  return kind != rewriting::none && text_changes(kind, source).next(first);
}

// Returns the capacity for the result of rewriting `size` bytes.
[[nodiscard]] constexpr std::size_t rewritten_capacity(std::size_t size) {
  return size + size / 4 + 8;
}

// The set of bytes in a rewritten text that differ from the source.
class changed_bytes {
 public:
  // Empties the set, for a text of `size` bytes.
  void clear(std::size_t size) { bits_.assign(size / 64 + 1, 0); }
  // Adds the bytes in [begin, end). Requires: `end` is within the size passed to clear().
  void add(std::size_t begin, std::size_t end) {
    for (; begin < end; ++begin) bits_[begin / 64] |= std::uint64_t{1} << (begin % 64);
  }
  // Returns true if a byte in [begin, end) is in the set. Requires: as add().
  [[nodiscard]] bool any(std::size_t begin, std::size_t end) const;

 private:
  std::vector<std::uint64_t> bits_;
};

// Writes the result for `source` to `out` and returns its size. Ignores changes and bytes that begin at or
// after `upto`. Marks changed bytes in `changed`, which may be null. Requires: `out` has
// rewritten_capacity(source.size()) bytes.
std::size_t rewrite(rewriting kind, std::string_view source, std::size_t upto, char* out,
                    changed_bytes* changed = nullptr);

// Maps places in a rewritten text to places in the source, in one pass over the source.
class rewritten_places {
 public:
  rewritten_places(rewriting kind, std::string_view source) : source_(source), changes_(kind, source) {
    read_change();
  }

  // Returns the source offset of the piece that produced the byte at `at`. Requires: `at` does not decrease
  // between calls; otherwise the result is only near the place.
  [[nodiscard]] std::size_t source_of(std::size_t at);
  // Returns the source offset after the piece that produced the byte before `at`. Requires: as source_of(),
  // and at > 0.
  [[nodiscard]] std::size_t source_end_of(std::size_t at);

 private:
  void read_change();

  std::string_view source_;
  text_changes changes_;
  text_change change_;       // first change at or after `place_`
  std::size_t written_ = 0;  // position in the rewritten text that corresponds to
  std::size_t place_ = 0;    // this position in the source
};

}  // namespace urlsieve

#endif
