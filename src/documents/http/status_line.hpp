// Reads the first line of an HTTP response as real servers send it, and recognizes that of a request.
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

}  // namespace urlsieve

#endif
