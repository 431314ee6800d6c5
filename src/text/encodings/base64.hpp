// Decodes base64 (RFC 2045 section 6.8) with vectors. Decoding never fails; it reports damage.
#ifndef URLSIEVE_TEXT_ENCODINGS_BASE64_HPP
#define URLSIEVE_TEXT_ENCODINGS_BASE64_HPP

#include <string_view>

#include "src/text/encodings/quoted_printable.hpp"

namespace urlsieve {

// Writes the decoded `text` to `out`. Skips blanks, controls and line breaks. Also skips other bytes outside
// the alphabet, which count as damage. "=" ends a group, and another group may follow. A group without its
// padding yields its whole bytes and counts as damage. Requires: `out` has text.size() + decoding_slack
// bytes.
decoded_extent decode_base64(std::string_view text, char* out);

}  // namespace urlsieve

#endif
