// The escapes of JSON strings (RFC 8259 section 7): what one stands for, text in which they are decoded, and
// where in the source each byte of that text stood. Readers differ only in what they make of a wrong escape.
#ifndef URLSIEVE_TEXT_JSON_ESCAPE_HPP
#define URLSIEVE_TEXT_JSON_ESCAPE_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace urlsieve {

// What stands at a backslash.
struct json_escape {
  enum class kind : std::uint8_t {
    character,
    half_pair,  // a surrogate without its other half; `character` is U+FFFD
    unknown,    // JSON has no such escape; `size` is that of the backslash
  };
  kind is = kind::unknown;
  std::size_t size = 1;  // bytes of the source
  char32_t character = 0;
};

// REQUIRES: text[at] is a backslash.
[[nodiscard]] json_escape read_json_escape(std::string_view text, std::size_t at);

// What becomes of escapes that are not of kind::character.
enum class bad_escapes : std::uint8_t {
  kept,      // they stay as they are, so that text of any kind may be read this way
  repaired,  // half a pair becomes U+FFFD, and an unknown escape loses its backslash
};

// Writes `text` decoded to `out`, which has room for text.size() bytes, and returns its size.
[[nodiscard]] std::size_t decode_json_escapes(std::string_view text, char* out,
                                              bad_escapes bad = bad_escapes::kept);

// Goes from places in decoded text (bad_escapes::kept) to those in its source, in one pass over the source.
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
