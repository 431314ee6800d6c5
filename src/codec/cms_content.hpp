// Extracts the content of signed-data and compressed-data (RFC 3274) from a structure of the Cryptographic
// Message Syntax (RFC 5652; formerly PKCS #7). Does not verify signatures or decrypt.
//
// Reads the structure in one pass by the headers of its elements, which libcrypto of OpenSSL parses.
// Certificates are skipped at no cost, and a truncated structure gives the content before its end.
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
  bool has_content = false;  // false: no content, or stored elsewhere (detached signature)
  bool damaged = false;    // the structure is truncated or malformed; `bytes` is the content before the fault
  std::string_view bytes;  // content of signed_data, or zlib stream of compressed_data; in `structure`, or in
                           // the arena if the content was in several pieces; empty for other kinds
};

// Parses DER, and BER with indefinite lengths and constructed strings. Takes linear time and memory. Throws
// std::runtime_error if libcrypto is unavailable.
[[nodiscard]] cms_content read_cms(std::string_view structure, arena& out);

}  // namespace urlsieve

#endif
