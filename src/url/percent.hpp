// Percent-encoding: escapes of bytes, encoded, decoded and brought to one spelling (RFC 3986 section 2.1,
// rfc2396bis-01 section 6.2.2.2).
#ifndef URLSIEVE_URL_PERCENT_HPP
#define URLSIEVE_URL_PERCENT_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/text/byte_class.hpp"

namespace urlsieve {

// The value of a hex digit; 16 or more: none.
[[nodiscard]] unsigned hex_value(char digit);

// Does an escape, "%" and two hex digits, begin at `at`?
[[nodiscard]] bool is_escape(std::string_view text, std::size_t at);

// The byte that the escape at `at` stands for.
[[nodiscard]] char decoded_escape(std::string_view text, std::size_t at);

// Writes `byte` as "%XX", returns the end.
char* write_escape(char* out, char byte);

// Copies `text`: escapes of `unescaped` bytes decoded, the hex digits of the others in upper case. Returns
// the end; writes at most text.size() bytes, also to where the text is. With `fold_case` letters that stand
// outside escapes are lowered.
char* copy_normalized(std::string_view text, const byte_set& unescaped, bool fold_case, char* out);

}  // namespace urlsieve

#endif
