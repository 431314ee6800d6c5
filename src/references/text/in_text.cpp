// Places where a URL may begin come from a vector scan, a stretch of the text at a time; each is first tried
// by the quick reader and then, where that gives up, by the exact rules.
#include "src/references/text/in_text.hpp"

#include <algorithm>
#include <utility>

#include "src/references/text/in_text_quick.hpp"
#include "src/text/byte_class.hpp"
#include "src/text/json_escape.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t stretch = std::size_t{16} << 10;  // bytes whose places are found at once

constexpr mark_pattern make_pattern(wanted_dots dots) {
  return {rows_of(bytes::last_of_text_scheme), rows_of(~bytes::first_after_colon), rows_of(bytes::alphanum),
          dots};
}
constexpr mark_pattern without_dots = make_pattern(wanted_dots::none);
constexpr mark_pattern with_web_dots = make_pattern(wanted_dots::prefixed);
constexpr mark_pattern with_all_dots = make_pattern(wanted_dots::joining);

}  // namespace

text_finder::text_finder(const text_search& options) : options_(options), rules_(options) {}

bool text_finder::quickly(std::size_t colon) {
  const std::string_view text = rules_.text();
  const quick_match match = delimit_quickly(text, rules_.floor(), colon, scanner_);
  if (match.end == 0 || match.end - match.start > options_.max_url) return false;
  if (options_.join_quoted && match.start != 0 && text[match.start - 1] == '"') return false;
  rules_.add(text.substr(match.start, match.end - match.start), match.start, match.behind, match.delimited);
  return true;
}

void text_finder::find(const document& searched, findings& found, stats& counted) {
  if (options_.unescape == unescape_choice::off || searched.body.find('\\') == std::string_view::npos)
    return find_in(searched, found, counted);
  const std::size_t first = found.references.size();
  document decoded = searched;
  char* const out = found.decoded.reserve(searched.body.size());
  decoded.body = found.decoded.commit(decode_json_escapes(searched.body, out));
  const auto* const taker = std::exchange(found.take_early, nullptr);
  find_in(decoded, found, counted);
  found.take_early = taker;
  json_escape_places places(searched.body);
  for (std::size_t i = first; i < found.references.size(); ++i)
    found.references[i].position = static_cast<std::uint32_t>(places.source_of(found.references[i].position));
}

void text_finder::find_in(const document& searched, findings& found, stats& counted) {
  rules_.begin(searched, found, counted);
  const std::string_view text = rules_.text();
  const arena::mark before = found.decoded.filled();
  scanner_ = byte_scanner::choose();
  if (const std::size_t room = std::min(stretch, text.size()) + 4; places_.size() < room)
    places_.resize(room);
  const mark_pattern& pattern = !rules_.abbreviations()                            ? without_dots
                                : options_.abbreviated == abbreviated_choice::host ? with_all_dots
                                                                                   : with_web_dots;
  for (std::size_t from = 0; from < text.size(); from += stretch) {
    const std::size_t to = std::min(from + stretch, text.size());
    const std::size_t places =
        scanner_.find_marks(text.data(), text.size(), from, to, pattern, places_.data());
    for (std::size_t i = 0; i < places; ++i) {
      const std::size_t at = places_[i];
      if (at < rules_.floor()) continue;
      if (text[at] == '.')
        rules_.at_dot(at);
      else if (!(text.substr(at + 1).starts_with("//") && quickly(at)))
        rules_.at_colon(at);
    }
    found.offer(before);
  }
}

}  // namespace urlsieve
