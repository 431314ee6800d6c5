// The authority of a URL in text: where it ends, and whether it holds a host (rfc2396bis-01 section 3.2,
// read as leniently as text is written).
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
  std::size_t end = 0;  // of the port, or of the host; less than the size if another character ends it there
};

// Reads what stands between "//" and the first of "/ ? #" or the URL's end.
[[nodiscard]] text_authority read_text_authority(std::string_view authority);

// A "{" that begins a template expression: before a letter, digit, "_" or "{".
[[nodiscard]] bool holds_expression(std::string_view authority);

// "${" that begins a variable, anywhere in a URL: "http://a.example/users/${id}".
[[nodiscard]] bool holds_variable(std::string_view url);

// Where "http://", "https://" or "ftp://" begins inside the authority, which ends before a "//"; else its
// size.
[[nodiscard]] std::size_t inner_url_in_authority(std::string_view authority, std::string_view following);

}  // namespace urlsieve

#endif
