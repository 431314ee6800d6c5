#include "src/documents/archives/archive_signs.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"
#include "urlsieve/field.hpp"

namespace urlsieve {
namespace {

// Removes the first line, complete or not, from `text` and returns it without its line end.
std::string_view take_line(std::string_view& text) {
  const std::size_t feed = text.find('\n');
  std::string_view line = text.substr(0, feed);
  text.remove_prefix(feed == npos ? text.size() : feed + 1);
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
    line.remove_suffix(1);
  return line;
}

bool is_version(std::string_view line) {
  if (!ascii::begins(line, "warc/")) return false;
  const std::string_view version = line.substr(5);
  const std::size_t dot = version.find('.');
  return dot != npos && ascii::all_digits(version.substr(0, dot)) &&
         ascii::all_digits(version.substr(dot + 1));
}

bool is_record_field(std::string_view line) {
  const std::size_t colon = line.find(':');
  return colon != npos && colon != 0 && line.substr(0, colon).find_first_of(" \t") == npos;
}

// Requires: `text` begins with a version line.
bool is_record(std::string_view text) {
  take_line(text);
  bool archive_field = false;
  std::optional<std::uint64_t> length;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line.empty()) {
      if (!length || *length > text.size()) return archive_field;
      const std::string_view behind = text.substr(static_cast<std::size_t>(*length)).substr(0, 2);
      return archive_field && behind.find_first_not_of("\r\n") == npos;
    }
    if (line.front() != ' ' && line.front() != '\t' && !is_record_field(line) && !text.empty()) return false;
    archive_field = archive_field || ascii::begins(line, "warc-");
    if (ascii::begins(line, "content-length:")) {
      const std::string_view value = line.substr(line.find_last_of(" \t:") + 1);
      std::uint64_t number = 0;
      const auto [end, failed] = std::from_chars(value.data(), value.data() + value.size(), number);
      if (failed == std::errc() && end == value.data() + value.size()) length = number;
    }
  }
  return archive_field;  // the header continues behind the head
}

bool is_record_address(std::string_view field) {
  static constexpr byte_set of_address = bytes::hexdig | byte_set(".:");
  return field.find_first_of(".:") != npos &&
         std::all_of(field.begin(), field.end(), [](char c) { return of_address.contains(c); });
}

std::string_view take_field(std::string_view& line) {
  const std::size_t end = std::min(line.find(' '), line.size());
  const std::string_view field = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return field;
}

// Returns true for " CDX N b a": a delimiter, "CDX", then single letters.
bool names_fields(std::string_view line) {
  if (line.size() < 6 || line.substr(1, 3) != "CDX" || bytes::alphanum.contains(line[0])) return false;
  for (std::size_t at = 4; at < line.size(); ++at)
    if (at % 2 == 0 ? line[at] != line[0] : !bytes::alpha.contains(line[at])) return false;
  return true;
}

bool is_capture(std::string_view line) {
  const std::string_view key = take_field(line);
  const std::string_view date = take_field(line);
  if (date.size() != 14 || !ascii::all_digits(date)) return false;
  if (key.find(')') == npos && (key.find('.') == npos || key.find('/') == npos)) return false;
  if (line.starts_with("{")) return true;
  const std::string_view url = take_field(line);
  return url.find("://") != npos && std::count(line.begin(), line.end(), ' ') >= 1;
}

}  // namespace

bool begins_warc(std::string_view head) {
  if (!is_version(take_line(head))) return false;
  if (head.empty()) return true;
  for (std::string_view line = take_line(head); !line.empty(); line = take_line(head))
    if (ascii::begins(line, "warc-") || ascii::begins(line, "content-")) return true;
  return false;
}

std::optional<std::size_t> find_warc(const input_head& input) {
  const std::string_view head = input.lines;
  for (std::size_t at = head.find("WARC/"); at != npos; at = head.find("WARC/", at + 1)) {
    // A record begins at a line start or behind a control byte, which prose does not contain.
    if (at != 0 && !bytes::c0_and_delete.contains(head[at - 1])) continue;
    std::string_view line = head.substr(at);
    if (is_version(take_line(line)) && is_record(head.substr(at))) return at;
  }
  return std::nullopt;
}

bool begins_arc(std::string_view head) {
  if (head.starts_with("filedesc:")) return true;
  const std::string_view line = take_line(head);
  std::array<std::string_view, 10> fields;
  std::size_t count = 0;
  for (std::size_t at = 0; at <= line.size() && count < fields.size(); ++count) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    fields[count] = line.substr(at, end - at);
    at = end + 1;
  }
  return (count == 5 || count == 10) && fields[0].find(':') != npos && is_record_address(fields[1]) &&
         fields[2].size() == 14 && ascii::all_digits(fields[2]) && ascii::all_digits(fields[count - 1]);
}

bool begins_cdx(const input_head& input) {
  std::string_view head = input.lines;
  for (int headers = 0; headers < 16; ++headers) {
    const std::string_view line = take_line(head);
    if (names_fields(line)) return true;
    if (!line.starts_with('@') && !line.starts_with('!')) return is_capture(line);
  }
  return false;
}

}  // namespace urlsieve
