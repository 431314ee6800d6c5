// Reads the authority of a URL in text: finds its end and checks its host (rfc2396bis-01 section 3.2, with
// the leniency that text needs).
#ifndef URLSIEVE_REFERENCES_IN_TEXT_HOST_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_HOST_HPP

#include <cstddef>
#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

struct text_authority {
  rejection rejected = rejection::none;
  std::size_t host_begin = 0;  // offsets in the authority
  std::size_t host_end = 0;
  std::size_t end = 0;  // of the port or host; less than the size if another character ends the authority
};

// Reads the text between "//" and the first of "/ ? #", or the end of the URL.
[[nodiscard]] text_authority read_text_authority(std::string_view authority);

// Returns true if `authority` holds a template expression: "{" before a letter, digit, "_" or "{".
[[nodiscard]] bool holds_expression(std::string_view authority);

// Returns true if `url` holds a variable "${...": "http://a.example/users/${id}".
[[nodiscard]] bool holds_variable(std::string_view url);

// Returns the position of a final "http:", "https:" or "ftp:" in `authority` if "//" follows, so that another
// URL begins there. Otherwise returns the size of `authority`.
[[nodiscard]] std::size_t inner_url_in_authority(std::string_view authority, std::string_view following);

}  // namespace urlsieve

#endif
