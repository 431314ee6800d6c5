// Which characters a URL in running text may hold at all (url-syntax-05 section 2.4.3 and Appendix E; for
// what lies beyond ASCII, RFC 3987 section 2.2 less punctuation and blanks).
#ifndef URLSIEVE_REFERENCES_IN_TEXT_CHARACTER_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_CHARACTER_HPP

#include <cstddef>
#include <string_view>

#include "src/text/byte_class.hpp"

namespace urlsieve {

namespace bytes {
// The ASCII characters that end every URL in text.
inline constexpr byte_set ends_text_url = c0_and_delete | byte_set(" <>\"\\^`");
}  // namespace bytes

// The length in bytes of the character at `at` if a URL may go on with it; 0 if it ends every URL: an
// excluded character, ill-formed UTF-8, or a character reference that stands for a delimiter.
// REQUIRES: at < text.size()
[[nodiscard]] std::size_t url_character(std::string_view text, std::size_t at);

// The same for a byte from 0x80 on.
[[nodiscard]] std::size_t url_character_beyond_ascii(std::string_view text, std::size_t at);

// "&" at `at` begins a character reference that ends a URL: a quote, "<", ">", or a blank.
[[nodiscard]] bool ends_as_entity(std::string_view text, std::size_t at);

// Where the non-ASCII character that ends right before `end` begins, if a URL may hold it; else `end`.
[[nodiscard]] std::size_t letter_before(std::string_view text, std::size_t floor, std::size_t end);

}  // namespace urlsieve

#endif
