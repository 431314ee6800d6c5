// A vector scan finds the positions where a URL may begin, one stretch of the text at a time. At each
// position, the quick reader is tried first, and then the exact rules.
#include "src/references/text/in_text.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "src/references/text/in_text_quick.hpp"
#include "src/references/text/in_text_schemes.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/hex.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

// Characters that encoders do not escape (encodeURIComponent of ECMAScript leaves the most).
constexpr byte_set encoded_char = bytes::unreserved | byte_set("%!*'()");

// True if the text at `at` is "%", then "25" for each layer after the first, then `digits`.
bool is_encoded(std::string_view text, std::size_t at, std::size_t layers, std::string_view digits) {
  const std::size_t size = 1 + 2 * layers;
  if (at + size > text.size() || text[at] != '%') return false;
  for (std::size_t i = 1; i < layers; ++i)
    if (text.substr(at + 2 * i - 1, 2) != "25") return false;
  return ascii::same(text.substr(at + size - 2, 2), digits);
}

std::size_t decode_once(char* bytes, std::size_t size) {
  std::size_t written = 0;
  for (std::size_t at = 0; at < size; ++at, ++written) {
    const bool escape =
        bytes[at] == '%' && at + 2 < size && hex_value(bytes[at + 1]) < 16 && hex_value(bytes[at + 2]) < 16;
    bytes[written] =
        escape ? static_cast<char>(hex_value(bytes[at + 1]) << 4U | hex_value(bytes[at + 2])) : bytes[at];
    if (escape) at += 2;
  }
  return written;
}

// Merges the sorted range from `middle` on into the sorted range from `first` on.
template <class Value, class Less>
void merge_behind(std::vector<Value>& all, std::size_t first, std::size_t middle, const Less& less) {
  const auto from = all.begin() + static_cast<std::ptrdiff_t>(first);
  const std::vector<Value> front(from, all.begin() + static_cast<std::ptrdiff_t>(middle));
  const std::vector<Value> behind(all.begin() + static_cast<std::ptrdiff_t>(middle), all.end());
  std::merge(front.begin(), front.end(), behind.begin(), behind.end(), from, less);
}

// The first elements of two successive ranges.
struct two_ranges {
  std::size_t first;
  std::size_t second;
};

// Sorts the references by position, and the rejected references. Each range is sorted already.
void merge_by_place(findings& found, const two_ranges& references, const two_ranges& refused) {
  if (found.references.size() == references.second && found.refused.size() == refused.second) return;
  const auto by_place = [](const reference& a, const reference& b) { return a.position < b.position; };
  merge_behind(found.references, references.first, references.second, by_place);
  merge_behind(
      found.refused, refused.first, refused.second,
      [&](const rejected_reference& a, const rejected_reference& b) { return by_place(a.found, b.found); });
  const auto first = found.references.begin() + static_cast<std::ptrdiff_t>(references.first);
  for (std::size_t i = refused.first; i < found.refused.size(); ++i)
    found.refused[i].before = static_cast<std::size_t>(
        std::lower_bound(first, found.references.end(), found.refused[i].found, by_place) -
        found.references.begin());
}

// Converts ascending positions in the UTF-8 form of a text in UTF-16 to positions in UTF-16.
class utf16_positions {
 public:
  utf16_positions(std::string_view utf8, std::size_t begin) : utf8_(utf8), position_(begin) {}

  std::uint32_t of(std::size_t at) {
    for (; at_ < at; ++at_) {
      if (is_utf8_trail(utf8_[at_])) continue;
      position_ += static_cast<unsigned char>(utf8_[at_]) >= 0xF0U ? 4 : 2;
    }
    return static_cast<std::uint32_t>(position_);
  }

 private:
  std::string_view utf8_;
  std::size_t at_ = 0;
  std::size_t position_;  // of at_, in UTF-16
};

// Returns a copy of `text` with NULs for all runs of UTF-16, so that no URL before a run continues in the
// run.
std::string_view text_without_utf16(std::string_view text, std::span<const utf16_run> runs, arena& out) {
  char* const copy = out.reserve(text.size());
  std::copy(text.begin(), text.end(), copy);
  for (const utf16_run& run : runs) std::fill_n(copy + run.begin, run.size, '\0');
  return out.commit(text.size());
}

constexpr std::size_t stretch = std::size_t{16} << 10;  // bytes scanned for positions at a time

constexpr mark_pattern without_dots{{}, wanted_dots::none};
constexpr mark_pattern with_web_dots{{}, wanted_dots::prefixed};
constexpr mark_pattern with_all_dots{rows_of(bytes::alphanum), wanted_dots::joining};

// True if the dot may end "www." or "ftp." (or a name with the same ending), except in "://www.".
bool ends_web_prefix(std::string_view text, std::size_t dot) {
  if (dot < 2 || (dot >= 4 && text[dot - 4] == '/')) return false;
  const char last = ascii::lower(text[dot - 1]);
  const char second = ascii::lower(text[dot - 2]);
  return (last == 'w' && second == 'w') || (last == 'p' && second == 't');
}

// True if the bytes beside a colon without "//" allow the end of a scheme. This test excludes most colons in
// text.
bool may_end_scheme(std::string_view text, std::size_t colon) {
  if (colon == 0 || !bytes::last_of_text_scheme.contains(text[colon - 1])) return false;
  constexpr byte_set following = bytes::first_after_colon | bytes::text_space;
  return (colon + 1 < text.size() && following.contains(text[colon + 1])) ||
         has_escaped_delimiter(text, colon, escape_form::json);
}

}  // namespace

std::optional<encoded_url_finder::place> encoded_url_finder::read_place(std::string_view text,
                                                                        std::size_t percent) {
  std::size_t layers = 1;
  while (layers <= most_layers && text.substr(percent + 2 * layers - 1, 2) == "25") ++layers;
  if (layers > most_layers || !is_encoded(text, percent, layers, "3a")) return std::nullopt;
  const std::size_t size = 1 + 2 * layers;
  const std::size_t slash = percent + size;
  const bool plain = text.substr(slash).starts_with("//");
  if (!plain && !(is_encoded(text, slash, layers, "2f") && is_encoded(text, slash + size, layers, "2f")))
    return std::nullopt;
  const std::string_view before = text.substr(0, percent);
  for (const std::string_view scheme : {"https", "http", "ftps", "ftp"})
    if (ascii::ends(before, scheme)) return place{percent - scheme.size(), percent, layers, plain};
  return std::nullopt;
}

void encoded_url_finder::read(const document& searched, const place& from, findings& found, stats& counted) {
  const std::string_view text = searched.body;
  const byte_set inside = from.plain_slashes ? encoded_char | byte_set("/") : encoded_char;
  std::size_t end = from.start;
  while (end < text.size() && end - from.start <= longest_ && inside.contains(text[end])) ++end;
  floors_[from.layers] = end;
  if (end - from.start > longest_) return;
  char* const out = found.decoded.reserve(end - from.start);
  std::copy(text.begin() + static_cast<std::ptrdiff_t>(from.start),
            text.begin() + static_cast<std::ptrdiff_t>(end), out);
  std::size_t size = end - from.start;
  for (std::size_t layer = 0; layer < from.layers; ++layer) size = decode_once(out, size);
  document inner;
  inner.body = found.decoded.commit(size);
  inner.base = searched.base;
  const std::size_t first = found.references.size();
  const std::size_t first_refused = found.refused.size();
  rules_.begin(inner, found, counted);
  rules_.at_colon(from.colon - from.start);
  for (std::size_t i = first; i < found.references.size(); ++i)
    found.references[i].position = static_cast<std::uint32_t>(from.start);
  for (std::size_t i = first_refused; i < found.refused.size(); ++i)
    found.refused[i].found.position = static_cast<std::uint32_t>(from.start);
}

void encoded_url_finder::find(const document& searched, std::size_t first, std::size_t first_refused,
                              findings& found, stats& counted) {
  const std::size_t before = found.references.size();
  const std::size_t refused_before = found.refused.size();
  const std::string_view text = searched.body;
  floors_ = {};
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    const std::optional<place> from = read_place(text, at);
    if (from && from->start >= floors_[from->layers]) read(searched, *from, found, counted);
  }
  merge_by_place(found, {first, before}, {first_refused, refused_before});
}

text_finder::text_finder(const text_search& options)
    : options_(options), rules_(options), unescaping_(rewriting_for(options.unescape)) {
  if (options.unescape == unescape_choice::percent) encoded_.emplace(options);
}

bool text_finder::quickly(std::size_t colon) {
  const std::string_view text = rules_.text();
  const quick_match match = delimit_quickly(text, rules_.floor(), colon, scanner_);
  if (match.end == 0 || match.end - match.start > options_.max_url) return false;
  if (options_.join_quoted && match.start != 0 && text[match.start - 1] == '"') return false;
  const bool ends_line = match.end < text.size() && (text[match.end] == '\n' || text[match.end] == '\r');
  if (options_.join_bare && ends_line) return false;
  rules_.add(text.substr(match.start, match.end - match.start), match.start, match.behind, match.delimited);
  return true;
}

void text_finder::find_with_utf16(const document& searched, findings& found, stats& counted) {
  const std::string_view text = searched.body;
  if (text.find('\0') == npos) return find(searched, found, counted);
  found.has_nul = true;
  const bool big_endian = is_big_endian_utf16(text);
  const std::vector<utf16_run> runs = find_utf16_runs(text, big_endian);
  if (runs.empty()) return find(searched, found, counted);
  const two_ranges all{found.references.size(), found.refused.size()};
  const auto* const consumer = std::exchange(found.batch_consumer, nullptr);
  document narrow = searched;
  narrow.body = text_without_utf16(text, runs, found.decoded);
  find(narrow, found, counted);
  const two_ranges utf16{found.references.size(), found.refused.size()};
  for (const utf16_run& run : runs) find_in_utf16(searched, run, big_endian, found, counted);
  merge_by_place(found, {all.first, utf16.first}, {all.second, utf16.second});
  found.batch_consumer = consumer;
}

// Appends the references in a run of UTF-16, with their positions in the body.
void text_finder::find_in_utf16(const document& searched, const utf16_run& run, bool big_endian,
                                findings& found, stats& counted) {
  document decoded = searched;
  decoded.body = found.decoded.copy(utf16_run_as_utf8(searched.body.substr(run.begin, run.size), big_endian));
  const std::size_t first = found.references.size();
  const std::size_t first_refused = found.refused.size();
  find(decoded, found, counted);
  utf16_positions places(decoded.body, run.begin);
  for (std::size_t i = first; i < found.references.size(); ++i)
    found.references[i].position = places.of(found.references[i].position);
  utf16_positions refused_places(decoded.body, run.begin);
  for (std::size_t i = first_refused; i < found.refused.size(); ++i)
    found.refused[i].found.position = refused_places.of(found.refused[i].found.position);
}

void text_finder::find(const document& searched, findings& found, stats& counted) {
  rules_.note_changed(nullptr);
  if (unescaping_ != rewriting::none || options_.refang)
    return find_rewritten(unescaping_, searched, found, counted);
  find_all(searched, found, counted);
}

void text_finder::find_encoded(const document& searched, findings& found, stats& counted) {
  if (encoded_) encoded_->find(searched, found.references.size(), found.refused.size(), found, counted);
}

bool text_finder::rewrites(std::string_view text) const {
  return changes_anything(unescaping_, text) ||
         (options_.refang && changes_anything(rewriting::refang, text));
}

void text_finder::find_all(const document& searched, findings& found, stats& counted) {
  if (!encoded_) return find_in(searched, found, counted);
  const std::size_t first = found.references.size();
  const std::size_t first_refused = found.refused.size();
  const auto* const consumer = std::exchange(found.batch_consumer, nullptr);
  find_in(searched, found, counted);
  encoded_->find(searched, first, first_refused, found, counted);
  found.batch_consumer = consumer;
}

// Each rewriting applies to the result of the previous rewriting.
void text_finder::find_rewritten(rewriting how, const document& searched, findings& found, stats& counted) {
  const auto find_next = [&](const document& text) {
    if (how != rewriting::refang && options_.refang)
      find_rewritten(rewriting::refang, text, found, counted);
    else
      find_all(text, found, counted);
  };
  if (!changes_anything(how, searched.body)) return find_next(searched);
  const std::size_t first = found.references.size();
  const std::size_t first_refused = found.refused.size();
  document rewritten = searched;
  const std::size_t capacity = rewritten_capacity(searched.body.size());
  char* const out = found.decoded.reserve(capacity);
  if (how == rewriting::refang) {
    changed_.clear(capacity);
    rules_.note_changed(&changed_);
  }
  rewritten.body = found.decoded.commit(
      rewrite(how, searched.body, searched.body.size(), out, how == rewriting::refang ? &changed_ : nullptr));
  const auto* const consumer = std::exchange(found.batch_consumer, nullptr);
  find_next(rewritten);
  found.batch_consumer = consumer;
  rewritten_places places(how, searched.body);
  rewritten_places ends(how, searched.body);
  for (std::size_t i = first; i < found.references.size(); ++i) {
    reference& link = found.references[i];
    const std::size_t position = link.position;
    link.position = static_cast<std::uint32_t>(places.source_of(position));
    if (how == rewriting::refang && (link.flags & flag::refanged) != 0 &&
        link.raw.data() == rewritten.body.data() + position)
      link.raw = as_written(link.raw, searched.body.substr(0, ends.source_end_of(position + link.raw.size())),
                            link.position, found.decoded);
  }
  rewritten_places refused_places(how, searched.body);
  for (std::size_t i = first_refused; i < found.refused.size(); ++i) {
    reference& link = found.refused[i].found;
    link.position = static_cast<std::uint32_t>(refused_places.source_of(link.position));
  }
}

// Returns the text as written if this text alone is refanged to `read`; otherwise `read`.
std::string_view text_finder::as_written(std::string_view read, std::string_view source, std::size_t begin,
                                         arena& storage) const {
  const std::string_view written = source.substr(begin);
  if (written.size() > options_.max_url) return read;
  char* const out = storage.reserve(rewritten_capacity(written.size()));
  const std::size_t size = rewrite(rewriting::refang, written, written.size(), out);
  return std::string_view(out, size) == read ? written : read;
}

void text_finder::find_in(const document& searched, findings& found, stats& counted) {
  rules_.begin(searched, found, counted);
  const std::string_view text = rules_.text();
  const arena::mark before = found.decoded.filled();
  scanner_ = byte_scanner::choose();
  if (const std::size_t capacity = std::min(stretch, text.size()) + 4; places_.size() < capacity)
    places_.resize(capacity);
  const mark_pattern& pattern = !rules_.abbreviations() ? without_dots
                                : rules_.any_name()     ? with_all_dots
                                                        : with_web_dots;
  for (std::size_t from = 0; from < text.size(); from += stretch) {
    const std::size_t to = std::min(from + stretch, text.size());
    const std::size_t places =
        scanner_.find_marks(text.data(), text.size(), from, to, pattern, places_.data());
    for (std::size_t i = 0; i < places; ++i) {
      const std::size_t at = places_[i];
      if (at < rules_.floor()) continue;
      if (text[at] == '.') {
        if (rules_.any_name() || ends_web_prefix(text, at)) rules_.at_dot(at);
      } else if (text.substr(at + 1).starts_with("//")) {
        if (!quickly(at)) rules_.at_colon(at);
      } else if (may_end_scheme(text, at)) {
        rules_.at_colon(at);
      }
    }
    found.deliver_batch(before);
  }
}

}  // namespace urlsieve
