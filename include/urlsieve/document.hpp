// A document: a unit of bytes that is searched for references, with its metadata.
#ifndef URLSIEVE_DOCUMENT_HPP
#define URLSIEVE_DOCUMENT_HPP

#include <cstdint>
#include <string_view>

namespace urlsieve {

// The type of a document's bytes, which selects the finder of references.
enum class media : std::uint8_t {
  text,      // running text, and tables such as CSV
  url_list,  // a reference on each line
  html,
  xhtml,
  xml,
  css,
  json,
  cdx,      // an index of web archives, in lines
  robots,   // robots.txt
  script,   // JavaScript
  playlist  // M3U
};

// The shape of a text of records, such as CSV.
struct field_form {
  // Stands for delimiters and quotes in a text whose fields are separated.
  static constexpr char separator = '\x1E';

  char delimiter = '\0';    // between fields; NUL: the text has no fields
  std::uint16_t count = 0;  // fields in a record
};

struct table_columns;

// Returns true if each reference has its own offset and line; references of other types have their
// document's.
[[nodiscard]] constexpr bool is_read_by_line(media type) {
  return type == media::text || type == media::url_list || type == media::robots || type == media::playlist;
}

// Returns true for text that cannot declare its charset: the transport declares the charset, or a guess
// selects it.
[[nodiscard]] constexpr bool is_plain_text(media type) {
  return type == media::text || type == media::robots || type == media::playlist;
}

// A document with its metadata. Owns nothing: every view points into the batch that carries the document, or
// into memory of the splitter's caller.
struct document {
  std::string_view body;
  media type = media::text;
  std::string_view charset;       // declared by the transport (HTTP Content-Type); empty: not declared
  std::string_view base;          // absolute URL of the enclosing entity or of the retrieval: levels 2 and 3
                                  // of the base precedence (url-syntax-05 section 5.1); empty: none
  std::string_view location;      // Content-Location of the HTTP response, as written; empty: none
  std::string_view source;        // source in the output: the document's URL, else the input's name
  std::uint64_t offset = 0;       // of the body's first byte (for decoded records: of the record), in the
                                  // decompressed input
  std::string_view message_id;    // of the enclosing message, without "<>"; empty: no message
  std::string_view part;          // part number in the message ("1.2"; RFC 3501 section 6.4.5), or empty
  std::string_view part_type;     // media type of the part, as written
  std::string_view where;         // context of all references ("header:Subject"); empty: the finder sets
                                  // the context
  std::string_view where_prefix;  // prefix of that context ("html:"); empty: nothing
  bool continues = false;         // a later window of a document that is counted already
  std::string_view head;          // the document's beginning, for a later window of markup
  std::string_view undeclared_charset;     // assumed if a page or style sheet declares none; empty: unknown
  field_form fields;                       // for media::text: each field is searched as a separate text
  const table_columns* columns = nullptr;  // of the table, not owned; null: read from the body's first record
  std::string_view page_base;              // base declared in an earlier window, as written; empty: none
};

}  // namespace urlsieve

#endif
