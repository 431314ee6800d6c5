// No escape in an mbox is universal, so the context of a line decides: separates_messages() has the rule for
// separators, and a Content-Length counts only if it leads to a separator.
#include "src/documents/mailboxes/mbox.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "src/documents/header_fields.hpp"
#include "src/documents/mailboxes/mbox_separator.hpp"
#include "src/documents/mailboxes/message_signs.hpp"
#include "src/text/ascii.hpp"
#include "src/text/lines/line_mark.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/line_scan.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t mbox_longest_line = 1024;  // lines before the first header line of a message
// The bytes examined if a file begins without a separator.
constexpr std::size_t head_size = std::size_t{16} << 10;

// Returns true if the line before `place` is empty. Requires: a line begins at `place`. `whole`: a line
// begins with the text, and the line before the text is not empty.
bool behind_empty_line(std::string_view text, std::size_t place, bool whole) {
  if (place == 0) return false;
  std::size_t end = place - 1;
  if (end > 0 && text[end - 1] == '\r') --end;
  return end == 0 ? whole : text[end - 1] == '\n';
}

struct stated_length {
  std::size_t header;  // offset of the body
  std::uint64_t body;
};

// Content-Length and similar fields, and the empty line that ends a header.
constexpr line_pattern length_or_end = line_pattern()
                                           .add(byte_halves::in_any_case('c'), byte_halves::in_any_case('o'))
                                           .add(byte_halves::of('\n'), {})
                                           .add(byte_halves::of('\r'), byte_halves::of('\n'));

// Returns the Content-Length of the message at the start of `text`.
std::optional<stated_length> content_length(std::string_view text) {
  const line_scanner scanner = line_scanner::choose();
  const auto find_line = [&](std::size_t from) {
    return from < text.size() ? scanner.find_line(text.data(), text.size(), from, length_or_end)
                              : text.size();
  };
  std::optional<std::uint64_t> length;
  // The line scan does not see the first line, because no line end precedes it.
  const bool at_once = text.size() >= 2 && length_or_end.matches(text[0], text[1]);
  for (std::size_t at = at_once ? 0 : find_line(1); at < text.size();) {
    const std::size_t feed = text.find('\n', at);
    if (feed == npos) break;
    if (feed == at || (text[at] == '\r' && feed == at + 1))
      return length ? std::optional(stated_length{feed + 1, *length}) : std::nullopt;
    if (ascii::begins(text.substr(at, feed - at), "content-length:")) {
      const std::string_view value = trimmed(text.substr(at + 15, feed - at - 15));
      std::uint64_t number = 0;
      const auto [end, failed] = std::from_chars(value.data(), value.data() + value.size(), number);
      if (failed == std::errc() && end == value.data() + value.size()) length = number;
    }
    at = find_line(feed + 1);
  }
  return std::nullopt;
}

std::size_t after_line_ends(std::string_view text, std::size_t at, int most) {
  for (int lines = 0; lines < most; ++lines) {
    if (text.substr(at).starts_with("\r\n"sv))
      at += 2;
    else if (text.substr(at).starts_with('\n'))
      ++at;
  }
  return at;
}

}  // namespace

std::size_t mbox_splitter::lookahead() const {
  return separator_lookahead;
}

message_stream::opening mbox_splitter::read_opening(std::string_view rest, std::uint64_t offset, bool last) {
  // A crash may leave NULs at the start of a file.
  if (const auto before = skip_to_opening(rest, offset, last, "\r\n\0"sv, separator_lookahead))
    return *before;
  opening found;
  if (!separates_messages(rest, true)) {
    if (rest.size() < head_size && !last)
      found.needed = head_size;
    else
      found.message = begins_message(rest.substr(0, head_size));
    return found;
  }
  // public-inbox writes mboxrd under this name; in other files ">>From " is usually a quotation of ">From ".
  if (rest.starts_with("From mboxrd@"sv)) stuffing_ = line_stuffing::mboxrd;
  found.own = rest.find('\n') + 1;
  for (int lines = 0; lines < 4; ++lines) {
    if (rest.size() < found.own + mbox_longest_line && !last) {
      found.needed = found.own + mbox_longest_line;
      return found;
    }
    const std::string_view next = rest.substr(found.own, mbox_longest_line);
    const std::size_t feed = next.find('\n');
    if (!next.starts_with(">From "sv) || feed == npos) break;
    found.own += feed + 1;
  }
  return found;
}

message_stream::ending mbox_splitter::find_end(std::string_view text, std::size_t from, bool whole,
                                               bool last) {
  constexpr std::string_view mark = "From ";
  // A message may be empty.
  std::size_t place =
      from == 0 && whole && text.substr(0, mark.size()) == mark.substr(0, text.size()) ? 0 : npos;
  while (true) {
    if (place == npos) place = find_line_mark(text, from, mark);
    if (place == npos) break;
    if (!last && text.size() < place + separator_lookahead) {
      ending open_yet;
      open_yet.needed = place + separator_lookahead;
      open_yet.at = place;
      return open_yet;
    }
    if (separates_messages(text.substr(place), behind_empty_line(text, place, whole)))
      return end_at(text, place, whole, last);
    from = place + 1;
    place = npos;
  }
  if (last) return end_at(text, text.size(), whole, last);
  ending none;
  none.stuffing = stuffing_;
  if (text.size() >= mark.size()) none.at = text.size() - (mark.size() - 1);
  return none;
}

// Ends a message at `place`, a separator or the end of input, or at its Content-Length if that agrees.
message_stream::ending mbox_splitter::end_at(std::string_view text, std::size_t place, bool whole,
                                             bool last) const {
  ending found;
  found.found = true;
  found.at = place;
  found.stuffing = stuffing_;
  if (!whole) return found;
  const auto declared = content_length(text.substr(0, place));
  if (!declared || declared->body > max_message()) return found;
  const std::size_t end = declared->header + static_cast<std::size_t>(declared->body);
  if (end + look_behind > max_message()) return found;
  if (!last && text.size() < end + look_behind + separator_lookahead) {
    found.found = false;
    found.needed = end + look_behind + separator_lookahead;
    return found;
  }
  if (end > text.size()) return found;
  const std::size_t next = after_line_ends(text, end, 2);
  const bool agrees =
      next == text.size() || (text[next - 1] == '\n' && separates_messages(text.substr(next), true));
  if (!agrees) return found;
  // mboxcl2: separator-like lines of the body are not escaped.
  if (next > place) found.stuffing = line_stuffing::none;
  found.at = next;
  return found;
}

}  // namespace urlsieve
