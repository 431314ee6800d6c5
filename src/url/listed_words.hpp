// Elements of the lists of words in options. White space around an element is removed, and empty elements are
// dropped. The functions fail with error_code::usage for a word that no URL can have.
#ifndef URLSIEVE_URL_LISTED_WORDS_HPP
#define URLSIEVE_URL_LISTED_WORDS_HPP

#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"

namespace urlsieve {

// Adds a scheme (RFC 3986 section 3.1), in lower case.
[[nodiscard]] result<void> add_scheme(std::string_view typed, std::vector<std::string>& schemes);

// Adds an extension as the field `extension` has it: letters and digits, in lower case. A "." before the
// extension is removed.
[[nodiscard]] result<void> add_extension(std::string_view typed, std::vector<std::string>& extensions);

// Adds a value of the field `where`; "*" matches any bytes.
[[nodiscard]] result<void> add_context(std::string_view typed, std::vector<std::string>& contexts);

}  // namespace urlsieve

#endif
