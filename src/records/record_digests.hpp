// Compares the bytes of a WARC record with its digests (ISO 28500:2017 sections 5.8 and 5.9).
#ifndef URLSIEVE_RECORDS_RECORD_DIGESTS_HPP
#define URLSIEVE_RECORDS_RECORD_DIGESTS_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

enum class digest_verdict : std::uint8_t {
  none,     // the record has no digest of a known algorithm
  matches,  // at least one digest matches, and none differs
  differs
};

struct digest_check {
  digest_verdict verdict = digest_verdict::none;
  std::string detail = {};  // names each digest that differs, and the digest of the bytes
};

// Returns the digest of `bytes` as `declared` writes it ("sha1:BASE32", or hexadecimal digits), with the
// algorithm of `declared`: sha1, sha256 or md5. Empty for any other algorithm, or if `declared` is no digest.
[[nodiscard]] std::string digest_as_declared(std::string_view declared, std::string_view bytes);

// Checks WARC-Block-Digest against the block, and WARC-Payload-Digest against the payload. A payload is a
// block without HTTP header. Archives hold payloads with their transfer coding or without, so the digest may
// be that of either. The payload digest of a revisit or a segment describes another record, and is not
// checked. `header`: the header of the record, with the empty line; `scratch`: for the decoded payload.
[[nodiscard]] digest_check check_digests(std::string_view header, std::string_view block, arena& scratch);

}  // namespace urlsieve

#endif
