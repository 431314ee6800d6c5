#include "src/documents/http/response_file.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "src/documents/header_fields.hpp"
#include "src/documents/http/status_line.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/npos.hpp"
#include "urlsieve/input_options.hpp"

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

// `is_complete`: the lines end in CR LF, an empty line ends the header, and responses have a field of the
// header. `size`: of the lines that were read.
struct sent_header {
  bool is_complete;
  std::size_t size;
};

// Reads a status line and a header as servers send them, up to the first line of another form.
sent_header read_sent_header(std::string_view text) {
  bool has_known_field = false;
  for (std::size_t at = 0;;) {
    const std::size_t feed = at == 0 ? first_line_of(text).size() : text.find('\n', at);
    if (feed >= text.size() || text[feed] != '\n' || text[feed - 1] != '\r') return {false, at};
    const std::string_view line = text.substr(at, feed - 1 - at);
    if (line.empty()) return {has_known_field, at};
    const bool is_status = std::exchange(at, feed + 1) == 0;
    if (is_status) continue;
    const std::string_view name = line.substr(0, line.find(':'));
    if (name.empty() || name.size() == line.size() || name.find_first_of(" \t<>\"") != npos)
      return {false, at - line.size() - 2};
    has_known_field = has_known_field || ascii::is_one_of(name, {"content-type", "content-length", "location",
                                                                 "date", "server", "transfer-encoding"});
  }
}

// Returns true if the bytes before a status line show that a page or text quotes it: a blank, a quote, a
// start tag, or an open <pre>. `text` is the body up to the status line.
bool is_quoted(std::string_view text, bool is_preformatted) {
  if (is_preformatted) return true;
  if (text.empty()) return false;
  const char before = text.back();
  if (before == ' ' || before == '\t' || before == '"' || before == '\'' || before == '`') return true;
  if (before != '>') return false;
  constexpr std::size_t longest_tag = 64;
  const std::string_view end = text.substr(text.size() - std::min(text.size(), longest_tag));
  const std::size_t tag = end.rfind('<');
  return tag != npos && !end.substr(tag).starts_with("</") && !end.ends_with("/>") && !end.ends_with("-->");
}

// Returns the offset of the response behind the body of a successful response; npos if there is none. A body
// may end anywhere, because servers send lengths of compressed bodies that clients have decompressed.
std::size_t find_next_response(std::string_view response, std::size_t body) {
  bool is_preformatted = false;
  std::size_t seen = body;
  std::size_t refused = body;  // a header that is refused at a line is refused there from every earlier line
  for (std::size_t at = response.find(protocol, body); at != npos; at = response.find(protocol, at + 1)) {
    const std::string_view passed = response.substr(seen, at - seen);
    const std::size_t open = passed.rfind("<pre");
    const std::size_t close = passed.rfind("</pre");
    if (open != npos || close != npos) is_preformatted = close == npos || (open != npos && open > close);
    seen = at;
    const std::string_view text = response.substr(at);
    if (at < refused || !begins_status_line(text)) continue;
    if (is_quoted(response.substr(body, at - body), is_preformatted)) continue;
    const sent_header header = read_sent_header(text);
    if (header.is_complete) return at;
    refused = at + header.size;
  }
  return npos;
}

}  // namespace

bool begins_response_file(const input_head& head) {
  return begins_response(head.lines);
}

std::size_t response_size(std::string_view responses) {
  const bool is_interim = status_code(first_line_of(responses)) < 200;
  // The response of a proxy to CONNECT is a response of its own.
  if (const std::size_t size = is_interim ? 0 : interim_response_size(responses)) return size;
  const std::size_t final = final_response_at(responses);
  const std::string_view response = responses.substr(final);
  const std::size_t fields = std::min(response.find('\n'), response.size() - 1) + 1;
  const std::size_t body = fields + end_of_header(response.substr(fields)).at;
  const std::size_t length = content_length_of(response.substr(fields, body - fields));
  for (const std::size_t size : {length, std::size_t{0}})
    if (size < response.size() - body && begins_status_line(response.substr(body + size)))
      return final + body + size;
  const unsigned code = status_code(first_line_of(response));
  if (code >= 200 && code < 300) {
    const bool is_last = length == response.size() - body;
    const std::size_t next = is_last ? npos : find_next_response(response, body);
    return next == npos ? responses.size() : final + next;
  }
  for (std::size_t at = response.find(protocol, body); at != npos; at = response.find(protocol, at + 1))
    if (begins_response(response.substr(at))) return final + at;
  return responses.size();
}

response_file_splitter::response_file_splitter(const input_options& options, const text_search& search)
    : largest_(options.max_document), text_(options, search) {}

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
