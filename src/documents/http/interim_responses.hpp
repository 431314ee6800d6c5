// Interim responses (RFC 9110 section 15.2): a server may send any number of 1xx responses, each a header
// without a body, before the final response.
#ifndef URLSIEVE_DOCUMENTS_INTERIM_RESPONSES_HPP
#define URLSIEVE_DOCUMENTS_INTERIM_RESPONSES_HPP

#include <cstddef>
#include <string_view>

#include "src/documents/header_fields.hpp"
#include "src/documents/http/status_line.hpp"

namespace urlsieve {

// Returns the size of the interim response at the front of `message`; 0 if the response there is final. A 1xx
// response counts as final if its header does not end, if no status line follows, or if its code is 101. The
// bytes behind "Switching Protocols" are not HTTP (section 15.2.2).
[[nodiscard]] inline std::size_t interim_response_size(std::string_view message) {
  const std::size_t feed = message.find('\n');
  const std::string_view first = message.substr(0, feed);
  if (feed == std::string_view::npos || !is_status_line(first)) return 0;
  const unsigned code = status_code(first);
  if (code < 100 || code > 199 || code == 101) return 0;
  const header_end end = end_of_header(message.substr(feed + 1));
  const std::size_t size = feed + 1 + end.at;
  return end.terminated && is_status_line(message.substr(size)) ? size : 0;
}

// Returns the offset of the final response in `message`, 0 if no interim response precedes it.
[[nodiscard]] inline std::size_t final_response_at(std::string_view message) {
  std::size_t at = 0;
  while (const std::size_t size = interim_response_size(message.substr(at))) at += size;
  return at;
}

}  // namespace urlsieve

#endif
