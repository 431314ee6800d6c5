#include "src/codec/inline_block.hpp"

#include <algorithm>
#include <array>

#include "src/text/encodings/quoted_printable.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/text/scan/line_scan.hpp"

namespace urlsieve {
namespace {

constexpr line_pattern beginnings = line_pattern()
                                        .add(byte_halves::of('b'), byte_halves::of('e'))
                                        .add(byte_halves::of('='), byte_halves::of('y'));
constexpr line_pattern yenc_keywords = line_pattern().add(byte_halves::of('='), byte_halves::of('y'));

// Returns the first line at or after `from` that begins with the text; text.size() if there is none.
std::size_t find_line(std::string_view text, std::size_t from, const line_pattern& pattern) {
  if (from >= text.size()) return text.size();
  if (from == 0 && text.size() > 1 && pattern.matches(text[0], text[1])) return 0;
  return line_scanner::choose().find_line(text.data(), text.size(), from == 0 ? 1 : from, pattern);
}

// A line without line break and trailing CR, and the offset of the next line.
struct text_line {
  std::string_view bytes;
  std::size_t next = 0;
};

text_line line_at(std::string_view text, std::size_t at) {
  const std::size_t end = std::min(text.find('\n', at), text.size());
  std::string_view bytes = text.substr(at, end - at);
  while (!bytes.empty() && bytes.back() == '\r') bytes.remove_suffix(1);
  return {bytes, std::min(end + 1, text.size())};
}

std::string_view without_trailing_blanks(std::string_view line) {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
  return line;
}

bool is_uu_byte(char c) {
  return c >= ' ' && c <= '`';
}

std::size_t uu_size(char c) {
  return static_cast<std::size_t>((c - ' ') & 63);
}

// True for a length and its groups. A checksum may follow, trailing blanks (zeros) may be lost, and the last
// group may have only the characters that its bytes need.
bool is_uu_line(std::string_view line) {
  if (line.empty() || !std::all_of(line.begin(), line.end(), is_uu_byte)) return false;
  const std::size_t size = uu_size(line[0]);
  const std::size_t groups = (size + 2) / 3 * 4;
  if (line.size() > 1 + groups + 2) return false;
  const bool lost_blanks = line.size() < 1 + (size * 4 + 2) / 3;
  return !lost_blanks || (size >= 30 && line.size() > 1 + groups / 2);
}

// True for "begin", blanks, three or four octal digits, blanks, a name.
bool is_uu_begin(std::string_view line, std::string_view& name) {
  if (!line.starts_with("begin ")) return false;
  std::size_t at = std::min(line.find_first_not_of(' ', 5), line.size());
  const std::size_t mode = at;
  while (at < line.size() && line[at] >= '0' && line[at] <= '7') ++at;
  if (at - mode < 3 || at - mode > 4 || at == line.size() || line[at] != ' ') return false;
  name = without_trailing_blanks(line.substr(std::min(line.find_first_not_of(' ', at), line.size())));
  return !name.empty();
}

bool is_end(std::string_view line) {
  return without_trailing_blanks(line) == "end";
}

bool read_uuencode(std::string_view text, std::size_t at, inline_block& found) {
  const text_line head = line_at(text, at);
  if (!is_uu_begin(head.bytes, found.name)) return false;
  std::size_t next = head.next;
  std::size_t lines_end = next;
  found.closed = false;
  while (next < text.size()) {
    const text_line line = line_at(text, next);
    if (is_end(line.bytes)) {
      found.closed = true;
      next = line.next;
      break;
    }
    const bool blank = without_trailing_blanks(line.bytes).empty();  // a lost zero length
    if (blank ? !is_end(line_at(text, line.next).bytes) : !is_uu_line(line.bytes)) break;
    next = line.next;
    if (!blank) lines_end = next;
  }
  if (!found.closed && lines_end == head.next) return false;
  found.coding = inline_coding::uuencode;
  found.begin = at;
  found.end = next;
  found.lines = text.substr(head.next, lines_end - head.next);
  return true;
}

// Returns the number behind ` line=`, or 0.
std::size_t yenc_line_size(std::string_view header) {
  const std::size_t at = header.find(" line=");
  std::size_t value = 0;
  if (at == std::string_view::npos) return 0;
  for (const char c : header.substr(at + 6)) {
    if (c < '0' || c > '9' || value > 99999) break;
    value = value * 10 + static_cast<std::size_t>(c - '0');
  }
  return value;
}

// Returns the end of the yEnc lines at `at`: lines of `size` bytes, plus at most one for an escape and one
// for a stuffed dot.
std::size_t end_of_yenc_lines(std::string_view text, std::size_t at, std::size_t size) {
  while (at < text.size()) {
    const text_line line = line_at(text, at);
    if (line.bytes.size() < size || line.bytes.size() > size + 2) break;
    at = line.next;
  }
  return at;
}

bool read_yenc(std::string_view text, std::size_t at, inline_block& found) {
  const text_line head = line_at(text, at);
  const std::size_t line_size = yenc_line_size(head.bytes);
  if (!head.bytes.starts_with("=ybegin ") || line_size == 0) return false;
  const std::size_t name = head.bytes.find(" name=");
  found.name = name == std::string_view::npos ? std::string_view()
                                              : without_trailing_blanks(head.bytes.substr(name + 6));
  found.coding = inline_coding::yenc;
  found.begin = at;
  std::size_t lines = head.next;
  if (text.substr(lines).starts_with("=ypart ")) lines = line_at(text, lines).next;
  std::size_t closing = lines;
  do {
    closing = find_line(text, closing, yenc_keywords);
    if (closing == text.size() || text.substr(closing).starts_with("=ybegin ")) {
      found.closed = false;
      found.end = end_of_yenc_lines(text, lines, line_size);
      found.lines = text.substr(lines, found.end - lines);
      return found.end > lines;
    }
  } while (!text.substr(closing).starts_with("=yend") && ++closing <= text.size());
  found.closed = true;
  found.end = line_at(text, closing).next;
  found.lines = text.substr(lines, closing - lines);
  return true;
}

}  // namespace

bool find_inline_block(std::string_view text, std::size_t from, inline_block& found) {
  for (std::size_t at = from;; ++at) {
    at = find_line(text, at, beginnings);
    if (at == text.size()) return false;
    if (text[at] == 'b' ? read_uuencode(text, at, found) : read_yenc(text, at, found)) return true;
  }
}

bool names_text(std::string_view name) {
  static constexpr std::array<std::string_view, 24> endings = {
      "txt", "text", "htm",  "html", "xhtml", "shtml", "xml",  "css",   "csv", "tsv", "md",   "log",
      "eml", "url",  "json", "tex",  "rst",   "asc",   "diff", "patch", "ics", "vcf", "opml", "rdf"};
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || name.size() - dot > 6) return false;
  std::array<char, 6> buffer{};
  const std::string_view written = name.substr(dot + 1);
  std::transform(written.begin(), written.end(), buffer.begin(),
                 [](char c) { return bytes::upper.contains(c) ? static_cast<char>(c + ('a' - 'A')) : c; });
  return std::find(endings.begin(), endings.end(), std::string_view(buffer.data(), written.size())) !=
         endings.end();
}

decoded_uuencode decode_uuencode(std::string_view lines, arena& out) {
  char* const buffer = out.reserve(lines.size() + decoding_slack);
  char* to = buffer;
  bool damaged = false;
  for (std::size_t at = 0; at < lines.size();) {
    const text_line line = line_at(lines, at);
    at = line.next;
    if (line.bytes.empty()) continue;
    std::size_t left = uu_size(line.bytes[0]);
    std::string_view groups = line.bytes.substr(1);
    if (groups.size() < (left * 4 + 2) / 3) damaged = true;
    while (left > 0 && !groups.empty()) {
      std::uint32_t bits = 0;
      for (std::size_t i = 0; i < 4; ++i)
        bits = bits << 6U | (i < groups.size() ? static_cast<std::uint32_t>(uu_size(groups[i])) : 0U);
      const std::size_t count = std::min<std::size_t>(left, 3);
      for (std::size_t i = 0; i < count; ++i) *to++ = static_cast<char>(bits >> (16U - 8U * i));
      left -= count;
      groups.remove_prefix(std::min<std::size_t>(groups.size(), 4));
    }
  }
  return {out.commit(static_cast<std::size_t>(to - buffer)), damaged};
}

}  // namespace urlsieve
