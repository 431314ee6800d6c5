// Finds the headers of the record of a web archive that a slice comes from.
#ifndef URLSIEVE_DOCUMENTS_RECORD_HEADERS_HPP
#define URLSIEVE_DOCUMENTS_RECORD_HEADERS_HPP

#include <string_view>

#include "src/documents/splitter.hpp"

namespace urlsieve {

// Returns the headers of the record, in a window followed by the HTTP header; empty for a slice that is not
// part of a record.
[[nodiscard]] inline std::string_view headers_of_record(const slice& part) {
  if (part.record_size == 0) return {};
  if (!part.record_header.empty()) return part.record_header;
  return {part.bytes.data() - part.body_offset, part.body_offset};
}

}  // namespace urlsieve

#endif
