// Prepares the body of a document for a finder: in place if ASCII bytes mean ASCII in the encoding, else
// decoded into the arena.
#ifndef URLSIEVE_REFERENCES_READABLE_BODY_HPP
#define URLSIEVE_REFERENCES_READABLE_BODY_HPP

#include "src/codec/charset.hpp"
#include "src/references/finder.hpp"
#include "src/references/values/link_collector.hpp"

namespace urlsieve {

struct readable_body {
  markup_text text;
  encoding bytes;          // of bytes from 0x80 on in `text`: UTF-8, a single-byte encoding, or unknown
  encoding declared;       // of the document before decoding
  bool tentative = false;  // neither a byte order mark nor the transport declares it (HTML, section 13.2.3)
};

// Returns the readable body of `doc`. The encoding comes from the first of: byte order mark,
// document.charset, the document itself (by the rules of its media type), document.undeclared_charset (pages
// and style sheets only). An unknown document.charset is counted as damage; then the next sources are used.
// After decoding, positions are offsets in the decoded text.
[[nodiscard]] readable_body make_readable(const document& doc, charset_decoder& decoder, arena& decoded,
                                          stats& counted);

// Returns the readable body of `doc` in the encoding `chosen`.
[[nodiscard]] readable_body make_readable_as(const encoding& chosen, const document& doc,
                                             charset_decoder& decoder, arena& decoded);

}  // namespace urlsieve

#endif
