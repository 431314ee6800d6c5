// A vector scan finds the positions where a URL may begin, one stretch of the text at a time. At each
// position, the quick reader is tried first, and then the exact rules.
#include "src/references/text/in_text.hpp"

#include <algorithm>
#include <utility>

#include "src/references/text/in_text_quick.hpp"
#include "src/references/text/in_text_schemes.hpp"
#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

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
  return colon + 1 < text.size() && following.contains(text[colon + 1]);
}

}  // namespace

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

void text_finder::find(const document& searched, findings& found, stats& counted) {
  rules_.note_changed(nullptr);
  if (unescaping_ != rewriting::none || options_.refang)
    return find_rewritten(unescaping_, searched, found, counted);
  find_all(searched, found, counted);
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
  const std::size_t room = room_to_rewrite(searched.body.size());
  char* const out = found.decoded.reserve(room);
  if (how == rewriting::refang) {
    changed_.clear(room);
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
  char* const out = storage.reserve(room_to_rewrite(written.size()));
  const std::size_t size = rewrite(rewriting::refang, written, written.size(), out);
  return std::string_view(out, size) == read ? written : read;
}

void text_finder::find_in(const document& searched, findings& found, stats& counted) {
  rules_.begin(searched, found, counted);
  const std::string_view text = rules_.text();
  const arena::mark before = found.decoded.filled();
  scanner_ = byte_scanner::choose();
  if (const std::size_t room = std::min(stretch, text.size()) + 4; places_.size() < room)
    places_.resize(room);
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
