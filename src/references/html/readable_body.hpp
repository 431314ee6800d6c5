// A document's body made ready for a finder: in place where its encoding lets ASCII be found as it stands,
// decoded into the arena where it does not.
#ifndef URLSIEVE_REFERENCES_READABLE_BODY_HPP
#define URLSIEVE_REFERENCES_READABLE_BODY_HPP

#include "src/codec/charset.hpp"
#include "src/references/finder.hpp"
#include "src/references/values/link_collector.hpp"

namespace urlsieve {

struct readable_body {
  markup_text text;
  encoding bytes;          // of bytes from 0x80 on in `text`: UTF-8, a single-byte encoding, or unknown
  encoding declared;       // of the document before anything was decoded
  bool tentative = false;  // neither a byte order mark nor the transport told it (HTML, section 13.2.3)
};

// In this order: byte order mark, document.charset, the document itself (`declared` for its media type), and
// document.undeclared_charset for pages and style sheets. An
// unknown charset is counted and its bytes are read as they are. After decoding, positions are offsets in
// the decoded text.
[[nodiscard]] readable_body make_readable(const document& doc, charset_decoder& decoder, arena& decoded,
                                          stats& counted);

// The same in an encoding that is known.
[[nodiscard]] readable_body make_readable_as(const encoding& chosen, const document& doc,
                                             charset_decoder& decoder, arena& decoded);

}  // namespace urlsieve

#endif
