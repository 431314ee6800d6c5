// What a structure of the Cryptographic Message Syntax (RFC 5652; before it PKCS #7) holds: the content of
// signed-data and compressed-data (RFC 3274). Signatures are not verified, and nothing is decrypted.
//
// The structure is read in one pass, by the headers of its elements, as the ASN.1 reader of OpenSSL's
// libcrypto tells them. So certificates cost nothing, and a structure that breaks off gives the content
// before its end.
#ifndef URLSIEVE_CODEC_CMS_CONTENT_HPP
#define URLSIEVE_CODEC_CMS_CONTENT_HPP

#include <cstdint>
#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

enum class cms_kind : std::uint8_t {
  none,  // no structure of the syntax
  signed_data,
  compressed_data,
  enveloped_data,  // encrypted, as the next one
  other            // any other content type
};

struct cms_content {
  cms_kind kind = cms_kind::none;
  bool has_content = false;  // false: the content is elsewhere (a detached signature), or there is none
  bool damaged = false;      // the structure breaks off or is malformed; `bytes` are what was before
  std::string_view bytes;  // of signed_data the content, of compressed_data the zlib stream; in `structure`,
                           // or in the arena if the content was in several pieces
};

// Reads DER, and BER with indefinite lengths and strings in pieces. Takes time and memory linear in
// `structure`. Throws std::runtime_error if libcrypto is unavailable.
[[nodiscard]] cms_content read_cms(std::string_view structure, arena& out);

}  // namespace urlsieve

#endif
