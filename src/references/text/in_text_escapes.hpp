// Reads URLs in text whose characters are escaped: "https\://host/a\=b" in properties files of Java, and
// "https:\/\/host\/a?b\u0026c" in JSON that is part of a text.
#ifndef URLSIEVE_REFERENCES_IN_TEXT_ESCAPES_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_ESCAPES_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/text/arena.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

enum class escape_form : std::uint8_t {
  properties,  // \: \= \# \!
  json         // \/ and \u0026
};

struct escaped_url {
  std::string_view url;   // without escapes; empty: no URL
  std::size_t start = 0;  // place in the text
  std::size_t end = 0;
  std::size_t read_end = 0;  // end of the text that was read
  delimiter delimited = delimiter::bare;
};

// Returns true if "\/\/" or, behind a backslash, "//" follows the colon.
[[nodiscard]] bool has_escaped_delimiter(std::string_view text, std::size_t colon, escape_form form);

// Reads the URL of the scheme http, https or ftp that ends at `colon`, not before `floor` and at most
// `longest` bytes of text. Escapes of another kind, as in patterns ("http:\/\/www\.a\.example"), make it no
// URL; those of JSON for quotes and control characters end it.
[[nodiscard]] escaped_url read_escaped_url(std::string_view text, std::size_t floor, std::size_t colon,
                                           std::size_t longest, escape_form form, arena& out);

}  // namespace urlsieve

#endif
