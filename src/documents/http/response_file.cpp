#include "src/documents/http/response_file.hpp"

#include <algorithm>
#include <charconv>

#include "src/documents/header_fields.hpp"
#include "src/documents/http/status_line.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

constexpr std::string_view protocol = "HTTP/";
constexpr std::size_t longest_status_line = 1024;

// Returns the first line without its line feed, or its first bytes.
std::string_view first_line_of(std::string_view text) {
  const std::string_view front = text.substr(0, longest_status_line);
  return front.substr(0, front.find('\n'));
}

// Returns true for "HTTP/1.1 200 OK" and "HTTP/2 200".
bool begins_status_line(std::string_view text) {
  if (!text.starts_with(protocol)) return false;
  const std::size_t version_end = text.find_first_not_of("0123456789.", protocol.size());
  return version_end != npos && version_end != protocol.size() && text[version_end] == ' ' &&
         status_code(first_line_of(text)) != 0;
}

bool begins_response(std::string_view text) {
  if (!begins_status_line(text)) return false;
  const std::string_view rest = text.substr(first_line_of(text).size());
  if (!rest.starts_with('\n')) return false;
  const std::string_view behind = rest.substr(1);
  const std::size_t name = std::min(behind.find_first_of(": \t\r\n"), behind.size());
  return name == 0 ? behind.starts_with('\n') || behind.starts_with("\r\n")
                   : behind.substr(name).starts_with(':');
}

// Returns the value of Content-Length, or npos.
std::size_t content_length_of(std::string_view fields) {
  header_fields all(fields);
  for (header_field field; all.next(field);) {
    if (!ascii::same(field.name, "content-length")) continue;
    const std::string_view digits = trimmed(field.value);
    std::size_t length = npos;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), length);
    return read.ec == std::errc() ? length : npos;
  }
  return npos;
}

}  // namespace

bool begins_response_file(const input_head& head) {
  return begins_response(head.lines);
}

std::size_t response_size(std::string_view responses) {
  const std::size_t final = final_response_at(responses);
  const std::string_view response = responses.substr(final);
  const std::size_t fields = std::min(response.find('\n'), response.size() - 1) + 1;
  const std::size_t body = fields + end_of_header(response.substr(fields)).at;
  const std::size_t length = content_length_of(response.substr(fields, body - fields));
  for (const std::size_t size : {length, std::size_t{0}})
    if (size < response.size() - body && begins_status_line(response.substr(body + size)))
      return final + body + size;
  const unsigned code = status_code(first_line_of(response));
  if (code >= 200 && code < 300) return responses.size();
  for (std::size_t at = response.find(protocol, body); at != npos; at = response.find(protocol, at + 1))
    if (begins_response(response.substr(at))) return final + at;
  return responses.size();
}

splitter::progress response_file_splitter::split(std::string_view bytes, std::uint64_t offset, bool last,
                                                 std::string_view input, std::vector<slice>& out,
                                                 stats& counted) {
  if (!is_text_ && bytes.size() > largest_) {
    counted.damaged_at(damage::too_large, input, offset, "a file larger than the largest document");
    is_text_ = true;
  }
  if (is_text_) return text_.split(bytes, offset, last, input, out, counted);
  if (!last) return {0, std::min(std::max<std::size_t>(2 * bytes.size(), 4096), largest_ + 1)};
  const std::string_view all = without_utf8_mark(bytes);
  std::size_t at = 0;
  while (at < all.size()) {
    slice response;
    response.kind = slice_kind::http_message;
    response.bytes = all.substr(at, response_size(all.substr(at)));
    response.offset = offset + (bytes.size() - all.size()) + at;
    at += response.bytes.size();
    out.push_back(response);
  }
  return {bytes.size(), 0};
}

}  // namespace urlsieve
