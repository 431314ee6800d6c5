// Extracts record metadata for output rows from the headers of a slice: WARC or ARC record, HTTP, message.
// Used only by runs that request these columns.
#ifndef URLSIEVE_DOCUMENTS_RECORD_METADATA_READER_HPP
#define URLSIEVE_DOCUMENTS_RECORD_METADATA_READER_HPP

#include <string>
#include <string_view>

#include "src/documents/splitter.hpp"
#include "urlsieve/provenance.hpp"

namespace urlsieve {

class record_metadata_reader {
 public:
  // Sets record_id (without angle brackets), date (ISO 8601 in UTC), media_type (lower case, without
  // parameters) and status of `out`. A property that the headers lack is empty. Views are valid until the
  // next call.
  void read(const slice& part, provenance& out);

 private:
  void read_record(std::string_view header, const slice& part);
  void read_http(std::string_view header);
  void read_message(std::string_view message);

  std::string record_id_;
  std::string date_;
  std::string type_;
  std::uint64_t status_ = 0;
};

}  // namespace urlsieve

#endif
