// The values by which a source document is chosen, known before its content is decoded.
#ifndef URLSIEVE_DOCUMENTS_SOURCE_HEAD_HPP
#define URLSIEVE_DOCUMENTS_SOURCE_HEAD_HPP

#include <cstdint>
#include <string_view>

namespace urlsieve {

enum class source_kind : std::uint8_t {
  capture,  // a record of a web archive, or an entry of a HAR file
  message,  // mail or news
  other     // a file, or a line of JSON Lines
};

// Empty values are unknown. Views are valid as long as the slice, or until the next head is read.
struct source_head {
  source_kind kind = source_kind::other;
  std::string_view target;       // URL of the document, as written
  std::string_view record_type;  // as written; of ARC and HAR: "response"
  std::string_view date;         // of the capture or message, ISO 8601 in UTC
  std::string_view media_type;   // lower case, without parameters
  std::uint64_t status = 0;      // HTTP status code; 0: unknown
  std::string_view from;         // values of the header fields, as written
  std::string_view list_id;
  bool continues = false;  // a later slice of a document whose head was given before
};

}  // namespace urlsieve

#endif
