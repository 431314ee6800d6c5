#include "src/documents/mailboxes/mmdf.hpp"

#include <algorithm>

#include "src/documents/mailboxes/message_signs.hpp"
#include "src/text/lines/line_mark.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view mmdf_mark = "\x01\x01\x01\x01";
constexpr std::size_t mmdf_longest_line = 1024;  // of a "From " line
constexpr std::size_t longest_mark = mmdf_mark.size() + 2;

// Returns the size, with its end, of the separator line at the start of `text`; 0 if there is none.
std::size_t mark_line(std::string_view text) {
  if (!text.starts_with(mmdf_mark)) return 0;
  const std::string_view behind = text.substr(mmdf_mark.size());
  if (behind.empty()) return mmdf_mark.size();
  if (behind.starts_with('\n')) return mmdf_mark.size() + 1;
  return behind.starts_with("\r\n"sv) ? longest_mark : 0;
}

// Returns the size of a "From " line with its end; 0 if there is none.
std::size_t envelope_line(std::string_view text) {
  if (!text.starts_with("From "sv)) return 0;
  const std::size_t feed = text.substr(0, mmdf_longest_line).find('\n');
  return feed == npos ? 0 : feed + 1;
}

}  // namespace

bool begins_mmdf(std::string_view text) {
  return mark_line(text) != 0;
}

std::optional<std::size_t> find_mmdf(const input_head& head) {
  for (std::size_t place = find_line_mark(head.lines, 0, mmdf_mark); place != npos;
       place = find_line_mark(head.lines, place + 1, mmdf_mark)) {
    const std::string_view rest = head.lines.substr(place);
    const std::size_t size = mark_line(rest);
    if (size != 0 && begins_message(rest.substr(size))) return place;
  }
  return std::nullopt;
}

std::size_t mmdf_splitter::lookahead() const {
  return 2 * longest_mark + mmdf_longest_line;
}

message_stream::opening mmdf_splitter::read_opening(std::string_view rest, std::uint64_t offset, bool last) {
  if (const auto before = skip_to_opening(rest, offset, last, "\r\n\0"sv, lookahead())) return *before;
  opening found;
  rest = rest.substr(0, lookahead());
  found.own = mark_line(rest);
  if (found.own == 0) {
    found.message = begins_message(rest);
    return found;
  }
  found.own += envelope_line(rest.substr(found.own));
  const std::string_view behind = rest.substr(found.own);
  const std::size_t blank = std::min(behind.find_first_not_of("\r\n"), behind.size());
  if (blank == behind.size() || mark_line(behind.substr(blank)) != 0) {
    found.skip = found.own;
    found.own = 0;
  }
  return found;
}

message_stream::ending mmdf_splitter::find_end(std::string_view text, std::size_t from, bool /*whole*/,
                                               bool last) {
  return find_marked_end(text, from, last, mmdf_mark, longest_mark,
                         [](std::string_view line) { return mark_line(line) != 0; });
}

}  // namespace urlsieve
