// The payload of a WARC record: its block, or the body of the HTTP message in the block.
#ifndef URLSIEVE_RECORDS_RECORD_PAYLOAD_HPP
#define URLSIEVE_RECORDS_RECORD_PAYLOAD_HPP

#include <string>
#include <string_view>

#include "src/codec/content_encoding.hpp"
#include "src/text/arena.hpp"

namespace urlsieve {

struct record_payload {
  std::string_view bytes;              // as stored
  std::string_view transfer_encoding;  // as the HTTP header declares them; empty: none
  std::string content_encoding;        // all codings, in the order of application
};

// Returns the payload of a record: the bytes behind the HTTP header for the Content-Type application/http,
// and the whole block otherwise. `header`: of the record, with the empty line. Views point into `block`.
[[nodiscard]] record_payload find_payload(std::string_view header, std::string_view block);

struct decoded_payload {
  std::string_view bytes;  // in `out`, or in the payload
  std::string_view fault;  // why a coding is not decoded completely; empty: no fault
};

// Returns the payload without transfer and content codings. Bytes that are not encoded as declared are
// returned as they are. `bound`: the limits of the decoded bytes; a payload beyond them has a fault.
[[nodiscard]] decoded_payload decode_payload(const record_payload& payload, content_decoder& decoder,
                                             expansion_bound bound, arena& out);

}  // namespace urlsieve

#endif
