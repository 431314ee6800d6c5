// A document: one unit of bytes in which references are looked for, with what is known about it.
#ifndef URLSIEVE_DOCUMENT_HPP
#define URLSIEVE_DOCUMENT_HPP

#include <cstdint>
#include <string_view>

namespace urlsieve {

// What the bytes are; it decides the finder.
enum class media : std::uint8_t {
  text,
  url_list,
  html,
  xhtml,
  xml,
  css,
  json,
  cdx,
  robots,
  script,
  playlist
};

// How a text of records, such as CSV, is cut into fields.
struct field_form {
  char delimiter = '\0';    // NUL: the text has no fields
  std::uint16_t count = 0;  // of fields in a record
};

struct table_columns;

// Whether a reference in it is found again by its own offset and line, not by those of the document.
[[nodiscard]] constexpr bool is_read_by_line(media type) {
  return type == media::text || type == media::url_list || type == media::robots || type == media::playlist;
}

// Whether the type has no place to declare a charset.
[[nodiscard]] constexpr bool is_plain_text(media type) {
  return type == media::text || type == media::robots || type == media::playlist;
}

// Owns nothing: every view points into the batch that carries the document, or into the splitter's caller.
struct document {
  std::string_view body;
  media type = media::text;
  std::string_view charset;       // as the transport declared it (HTTP Content-Type); empty: not declared
  std::string_view base;          // rungs 2 and 3 of the base precedence, already one absolute URL
                                  // (url-syntax-05 section 5.1); empty: none
  std::string_view location;      // Content-Location of the HTTP response, as written; empty: none
  std::string_view source;        // what the output names as its source: its URL, else the input's name
  std::uint64_t offset = 0;       // of the body's first byte (of the record for records that were decoded),
                                  // in the decompressed input
  std::string_view message_id;    // of the message that it is a part of, without "<>"; else empty
  std::string_view part;          // its place in that message ("1.2"; RFC 3501 section 6.4.5); else empty
  std::string_view part_type;     // the media type of that part, as written
  std::string_view where;         // of its references, in place of what the finder says ("header:Subject");
                                  // empty: as the finder says
  std::string_view where_prefix;  // what goes before that ("html:"); empty: nothing
  bool continues = false;         // a later window of a document that was counted already
  std::string_view head;          // of such a window of markup: how the document began
  std::string_view undeclared_charset;  // of a page or style sheet that declares none; empty: none is known
  field_form fields;                    // of media::text: each field is a text of its own
  const table_columns* columns = nullptr;  // of `fields`; null: the body begins with the table's first record
  std::string_view page_base;  // and the base that an earlier window told, as written; empty: none
};

}  // namespace urlsieve

#endif
