// The size of a literal counts CR LF. Clients often save lines without CR, so both sizes are tried, and the
// following bytes decide.
#include "src/documents/mailboxes/imap_fetch.hpp"

#include <algorithm>
#include <charconv>

#include "src/documents/header_fields.hpp"
#include "src/documents/mailboxes/message_signs.hpp"
#include "src/text/ascii.hpp"
#include "src/text/lines/line_mark.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view imap_fetch_mark = "* ";
constexpr std::size_t imap_fetch_longest_line = std::size_t{4} << 10;

// Returns the first line with its end; empty if it has no end within the longest line.
std::string_view first_whole_line(std::string_view text) {
  const std::size_t feed = text.substr(0, imap_fetch_longest_line).find('\n');
  return feed == npos ? std::string_view{} : text.substr(0, feed + 1);
}

bool begins_fetch(std::string_view line) {
  if (!line.starts_with(imap_fetch_mark)) return false;
  line.remove_prefix(imap_fetch_mark.size());
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  return digits != 0 && digits <= 10 && ascii::begins(line.substr(digits), " fetch (");
}

// Returns the size in "... {1234}" at the end of a line.
std::optional<std::uint64_t> literal_size(std::string_view line) {
  line = trimmed(line);
  if (!line.ends_with('}')) return std::nullopt;
  const std::size_t open = line.rfind('{');
  if (open == npos) return std::nullopt;
  std::string_view digits = line.substr(open + 1, line.size() - open - 2);
  if (digits.ends_with('+')) digits.remove_suffix(1);
  std::uint64_t size = 0;
  const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  return failed == std::errc() && !digits.empty() && end == digits.data() + digits.size()
             ? std::optional(size)
             : std::nullopt;
}

// Returns true if `text` may follow a literal: the end of its list, or a blank and an item name, up to the
// end of the list or the next literal.
bool may_follow_literal(std::string_view text, bool last) {
  if (text.empty()) return last;
  const std::string_view line = trimmed(text.substr(0, std::min(text.find('\n'), imap_fetch_longest_line)));
  if (text.front() == ')') return line == ")"sv;
  return text.front() == ' ' && !line.empty() && bytes::upper.contains(line.front()) &&
         !line.starts_with("FETCH ("sv) && (line.ends_with(')') || literal_size(line));
}

// Returns true for protocol lines of server and client: "* OK ...", "+ idling", ")", "a1 OK done", "a2 FETCH
// 1:* RFC822".
bool is_of_protocol(std::string_view line) {
  if (line.starts_with("* "sv) || line.starts_with("+ "sv) || may_follow_literal(line, false)) return true;
  const std::size_t tag = line.find(' ');
  if (tag == 0 || tag == npos || tag > 32) return false;
  if (!std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(tag),
                   [](char c) { return bytes::alphanum.contains(c) || c == '.' || c == '_'; }))
    return false;
  std::string_view word = line.substr(tag + 1);
  word = word.substr(0, word.find_first_of(" \r\n"));
  static constexpr std::string_view words[] = {"OK",      "NO",    "BAD",    "FETCH", "UID",        "SELECT",
                                               "EXAMINE", "LOGIN", "LOGOUT", "NOOP",  "CAPABILITY", "LIST"};
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// Returns the end of a literal of `size` bytes in a text whose line ends lost their CR; npos if none fits.
std::size_t end_with_bare_feeds(std::string_view text, std::uint64_t size) {
  std::uint64_t counted = 0;
  std::size_t at = 0;
  while (counted < size && at < text.size()) {
    counted += text[at] == '\n' && (at == 0 || text[at - 1] != '\r') ? 2U : 1U;
    ++at;
  }
  return counted == size ? at : npos;
}

}  // namespace

bool begins_imap_fetch(std::string_view text) {
  if (!text.starts_with(imap_fetch_mark.front())) return false;
  const std::string_view line = first_whole_line(text);
  return begins_fetch(line) && literal_size(line);
}

std::optional<std::size_t> find_imap_fetch(const input_head& head) {
  for (std::size_t place = find_line_mark(head.lines, 0, imap_fetch_mark); place != npos;
       place = find_line_mark(head.lines, place + 1, imap_fetch_mark)) {
    const std::string_view rest = head.lines.substr(place);
    if (begins_imap_fetch(rest) && begins_mail_field(rest.substr(first_whole_line(rest).size())))
      return place;
  }
  return std::nullopt;
}

std::size_t imap_fetch_splitter::lookahead() const {
  return imap_fetch_longest_line;
}

message_stream::opening imap_fetch_splitter::read_opening(std::string_view rest, std::uint64_t offset,
                                                          bool last) {
  if (const auto before = skip_to_opening(rest, offset, last, "\r\n\0"sv, imap_fetch_longest_line))
    return *before;
  opening found;
  length_ = {};
  const std::string_view line =
      first_whole_line(rest).empty() ? rest.substr(0, imap_fetch_longest_line) : first_whole_line(rest);
  if (!is_of_protocol(line)) {
    found.message = false;
  } else if (begins_fetch(line) || line.front() == ' ') {
    length_.bytes = literal_size(line);
    (length_.bytes ? found.own : found.skip) = line.size();
  } else {
    found.skip = line.size();
  }
  return found;
}

message_stream::ending imap_fetch_splitter::find_end(std::string_view text, std::size_t from, bool whole,
                                                     bool last) {
  const auto end_of_literal = [&](std::size_t size) {
    for (const std::size_t end : {size, end_with_bare_feeds(text, size)})
      if (end <= text.size() && may_follow_literal(text.substr(end), last)) return end;
    return npos;
  };
  if (const auto declared =
          find_declared_end(length_, text, whole, last, imap_fetch_longest_line, end_of_literal))
    return *declared;
  ending found =
      find_marked_end(text, from, last, imap_fetch_mark, imap_fetch_longest_line, begins_imap_fetch);
  if (length_.contradicted) {
    found.fault = damage::bad_record_length;
    found.detail = "the size of a literal is contradicted by what follows";
  }
  return found;
}

}  // namespace urlsieve
