// Undoes the Content-Transfer-Encoding of a body (RFC 2045 section 6). Never fails: what is no encoding stays
// as it is written, and the body is said to be damaged.
#ifndef URLSIEVE_CODEC_TRANSFER_ENCODING_HPP
#define URLSIEVE_CODEC_TRANSFER_ENCODING_HPP

#include <cstdint>
#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

enum class transfer_encoding : std::uint8_t {
  identity,  // 7bit, 8bit, binary, or nothing said
  quoted_printable,
  base64,
  uuencode,
  unknown  // to be read as 8bit
};

// The encoding that a header field's value names, in any case, among comments (RFC 822 section 3.4.3),
// quotes, parameters and stray hyphens: "Quoted-Printable ;", "(old) 8-bit", "x-uue" ...
[[nodiscard]] transfer_encoding find_transfer_encoding(std::string_view header_value);

struct decoded_transfer {
  std::string_view bytes;  // in the arena, or the body itself where nothing is encoded
  // Text behind the encoded lines, such as the footer of a mailing list: not decoded, to be read as it
  // stands. The whole body, where it is not in its encoding at all.
  std::string_view rest;
  bool damaged = false;
};

// Behind `bytes` in the arena another decoding_slack bytes may be read (src/text/quoted_printable.hpp).
[[nodiscard]] decoded_transfer decode_transfer(transfer_encoding encoding, std::string_view body, arena& out);

}  // namespace urlsieve

#endif
