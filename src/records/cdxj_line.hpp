// Lines of a CDXJ index: the key of the URL (replay_key.hpp), the timestamp, and a JSON object.
#ifndef URLSIEVE_RECORDS_CDXJ_LINE_HPP
#define URLSIEVE_RECORDS_CDXJ_LINE_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include "urlsieve/normalizer.hpp"

namespace urlsieve {

// The bytes of a record that describe it in an index.
struct record_bytes {
  std::string_view header;  // of WARC, with the empty line; of ARC: the URL-record line
  std::string_view block;
  bool is_whole = true;  // false: `block` is only the front of the block, and has no digest
};

// The records that are captures.
enum class capture_scope : std::uint8_t {
  // Any but request, warcinfo and continuation records, and metadata and resources of the type
  // application/warc-fields.
  pages,
  all  // any record with a URL
};

struct capture_description {
  std::string line;        // the front of the line; empty: the record is no capture, or has a fault
  std::string_view fault;  // why a capture has no line; empty: none
};

// One object per thread.
class cdxj_describer {
 public:
  explicit cdxj_describer(capture_scope scope = capture_scope::pages);

  // Returns the front of the line of a record: key, timestamp in UTC, and these members as far as the record
  // has them: url, mime, mime-detected, charset, status, redirect, truncated and digest. A record without a
  // URL is no capture. A capture without a valid date has a fault. The digest is the WARC-Payload-Digest
  // without its algorithm; without this field, the SHA-1 of the payload.
  [[nodiscard]] capture_description describe(const record_bytes& record);

 private:
  void append_redirect(std::string_view url, std::string_view location, std::string& line);

  capture_scope scope_;
  normalizer targets_;  // of redirects
};

// Returns the line that describe() began, without a line end, for the record at these bytes of `file`.
[[nodiscard]] std::string cdxj_line(std::string_view description, std::uint64_t offset, std::uint64_t length,
                                    std::string_view file);

}  // namespace urlsieve

#endif
