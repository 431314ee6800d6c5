// Reads the first line of an HTTP response as real servers send it, recognizes the first line of a request,
// and finds the final response. Interim responses (RFC 9110 section 15.2) may precede it: any number of 1xx
// responses, each a header without a body, and the response of a proxy to CONNECT.
#ifndef URLSIEVE_DOCUMENTS_STATUS_LINE_HPP
#define URLSIEVE_DOCUMENTS_STATUS_LINE_HPP

#include <cstddef>
#include <string_view>

#include "src/documents/header_fields.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve {

// Returns true for lines such as "HTTP/1.1 200 OK", "HTTP/2 200" and "ICY 200 OK".
[[nodiscard]] inline bool is_status_line(std::string_view line) {
  return ascii::begins(line, "http/") || ascii::begins(line, "icy ");
}

// Returns true for lines such as "POST /form HTTP/1.1".
[[nodiscard]] inline bool is_request_line(std::string_view line) {
  const std::size_t blank = line.find(' ');
  if (blank == std::string_view::npos || blank == 0 || blank > 16) return false;
  for (const char c : line.substr(0, blank))
    if ((c < 'A' || c > 'Z') && c != '-') return false;
  return ascii::begins(line.substr(line.rfind(' ') + 1), "http/") && line.rfind(' ') != blank;
}

// Returns the status code (301 for "HTTP/1.1 301 Moved"); 0 if it is not a number of three digits.
[[nodiscard]] inline unsigned status_code(std::string_view line) {
  const std::size_t blank = line.find_first_of(" \t");
  if (blank == std::string_view::npos) return 0;
  const std::string_view rest = trimmed(line.substr(blank));
  const std::string_view code = rest.substr(0, rest.find_first_of(" \t"));
  unsigned value = 0;
  for (const char c : code) {
    if (c < '0' || c > '9') return 0;
    value = value < 1000 ? value * 10 + static_cast<unsigned>(c - '0') : value;
  }
  return code.size() == 3 ? value : 0;
}

// Returns the size of the response at the front of `message` if another response follows its header: an
// interim response (1xx, but not 101, behind which the bytes are not HTTP, section 15.2.2), or the response
// of a proxy to CONNECT (section 9.3.6), which is a 2xx response "Connection established" or without fields.
// Returns 0 if the response is final.
[[nodiscard]] inline std::size_t interim_response_size(std::string_view message) {
  const std::size_t feed = message.find('\n');
  const std::string_view first = message.substr(0, feed);
  if (feed == std::string_view::npos || !is_status_line(first)) return 0;
  const unsigned code = status_code(first);
  const std::string_view fields = message.substr(feed + 1);
  const bool is_interim = code / 100 == 1 && code != 101;
  const bool is_tunnel = code / 100 == 2 && (fields.starts_with("\r\n") || fields.starts_with('\n') ||
                                             ascii::contains(first, "connection established"));
  if (!is_interim && !is_tunnel) return 0;
  const header_end end = end_of_header(fields);
  const std::string_view next = fields.substr(end.at);
  const bool is_followed =
      is_status_line(next) && (is_interim || status_code(next.substr(0, next.find('\n'))) != 0);
  return end.terminated && is_followed ? feed + 1 + end.at : 0;
}

// Returns the offset of the final response in `message`, 0 if no interim response precedes it.
[[nodiscard]] inline std::size_t final_response_at(std::string_view message) {
  std::size_t at = 0;
  while (const std::size_t size = interim_response_size(message.substr(at))) at += size;
  return at;
}

}  // namespace urlsieve

#endif
