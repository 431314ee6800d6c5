// Base64 (RFC 2045 section 6.8) as bytes, on whatever vectors the machine has. Never fails.
#ifndef URLSIEVE_TEXT_BASE64_HPP
#define URLSIEVE_TEXT_BASE64_HPP

#include <string_view>

#include "src/text/quoted_printable.hpp"

namespace urlsieve {

// Writes what `text` stands for to `out`, which has room for text.size() + decoding_slack bytes. Blanks,
// controls and line breaks are passed over; so is every other byte outside the alphabet, which is damage. "="
// ends a group, and another may follow; a group that ends without its padding gives its whole bytes and is
// damage.
decoded_extent decode_base64(std::string_view text, char* out);

}  // namespace urlsieve

#endif
