// Lines of a CDXJ index: the SURT key of the URL, the timestamp, and a JSON object, as pywb and warcio write
// them.
#ifndef URLSIEVE_RECORDS_CDXJ_LINE_HPP
#define URLSIEVE_RECORDS_CDXJ_LINE_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include "urlsieve/normalizer.hpp"

namespace urlsieve {

// One object per thread.
class cdxj_describer {
 public:
  cdxj_describer();

  // Returns the front of the line of a record: key, timestamp, and the members url, mime, status and digest
  // as far as the record has them. Empty if the record is no capture: a request, warcinfo, metadata or a
  // resource of warc-fields, or a record without URL or date. The digest is the WARC-Payload-Digest without
  // its algorithm; without this field, the SHA-1 of the payload. `header`: of the record, with the empty
  // line.
  [[nodiscard]] std::string describe(std::string_view header, std::string_view block);

 private:
  [[nodiscard]] std::string key_of(std::string_view url);

  normalizer urls_;
};

// Returns the line that describe() began, without a line end, for the record at these bytes of `file`.
[[nodiscard]] std::string cdxj_line(std::string_view description, std::uint64_t offset, std::uint64_t length,
                                    std::string_view file);

}  // namespace urlsieve

#endif
