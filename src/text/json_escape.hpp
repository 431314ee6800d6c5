// Text in which the escapes of JSON strings (RFC 8259 section 7) are decoded, and where in the source each
// byte of it stood. What is no such escape stays as it is, so that text of any kind may be read this way.
#ifndef URLSIEVE_TEXT_JSON_ESCAPE_HPP
#define URLSIEVE_TEXT_JSON_ESCAPE_HPP

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace urlsieve {

// Writes `text` decoded to `out`, which has room for text.size() bytes, and returns its size. A surrogate
// without its other half stays as it is.
[[nodiscard]] std::size_t decode_json_escapes(std::string_view text, char* out);

// Goes from places in decoded text to those in its source, in one pass over the source.
class json_escape_places {
 public:
  explicit json_escape_places(std::string_view source)
      : source_(source), slash_(std::min(source.find('\\'), source.size())) {}

  // Where the byte at `at` of the decoded text began. REQUIRES: no less than the last one asked for.
  [[nodiscard]] std::size_t source_of(std::size_t at);

 private:
  std::string_view source_;
  std::size_t decoded_ = 0;  // the same place, in the decoded text and
  std::size_t place_ = 0;    // in the source
  std::size_t slash_;        // the first backslash from there on
};

}  // namespace urlsieve

#endif
