// The payload of a record of a web archive: whether the record is a page that was captured with success, and
// the identity of the page's content.
#ifndef URLSIEVE_DOCUMENTS_CAPTURED_PAYLOAD_HPP
#define URLSIEVE_DOCUMENTS_CAPTURED_PAYLOAD_HPP

#include "src/documents/splitter.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {

struct captured_payload {
  // The slice begins a record with a target that is no conversion; an HTTP response has the status 200.
  bool is_page = false;
  // Equal for equal payloads of pages: XXH3-128 of the WARC-Payload-Digest in lower case; without this field,
  // XXH3-128 of the payload as stored. Zero for an empty payload, and for a payload without a digest that was
  // not held whole. Payloads with and without a digest differ.
  fingerprint content;
};

[[nodiscard]] captured_payload read_payload(const slice& part);

}  // namespace urlsieve

#endif
