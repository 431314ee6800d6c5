// Decodes the Content-Transfer-Encoding of a body (RFC 2045 section 6). Never fails: bytes that are not
// encoded remain as written, and the body is marked as damaged.
#ifndef URLSIEVE_CODEC_TRANSFER_ENCODING_HPP
#define URLSIEVE_CODEC_TRANSFER_ENCODING_HPP

#include <cstdint>
#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

enum class transfer_encoding : std::uint8_t {
  identity,  // 7bit, 8bit, binary, or none declared
  quoted_printable,
  base64,
  uuencode,
  unknown  // handle as 8bit
};

// Returns the encoding that the value of a header field names. Ignores case, comments (RFC 822 section
// 3.4.3), quotes, parameters and stray hyphens: "Quoted-Printable ;", "(old) 8-bit", "x-uue" ...
[[nodiscard]] transfer_encoding find_transfer_encoding(std::string_view header_value);

struct decoded_transfer {
  std::string_view bytes;  // in the arena, or the body itself if nothing is encoded
  // Text behind the encoded lines, such as the footer of a mailing list, not decoded. The whole body, with
  // `bytes` empty, if it is not encoded as declared.
  std::string_view rest;
  bool damaged = false;
};

// Decodes `body`. If `bytes` are in the arena, decoding_slack readable bytes
// (src/text/encodings/quoted_printable.hpp) follow.
[[nodiscard]] decoded_transfer decode_transfer(transfer_encoding encoding, std::string_view body, arena& out);

}  // namespace urlsieve

#endif
