// The escapes of JSON strings (RFC 8259 section 7): what one stands for, and text in which they are
// decoded. Readers differ only in what they make of a wrong escape.
#ifndef URLSIEVE_TEXT_JSON_ESCAPE_HPP
#define URLSIEVE_TEXT_JSON_ESCAPE_HPP

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
  refused,   // the text is not decoded
};

inline constexpr std::size_t wrong_escape = static_cast<std::size_t>(-1);

// Writes `text` decoded to `out`, which has room for text.size() bytes, and returns its size; wrong_escape
// where an escape is refused. What lies behind that size in `out` may have changed.
[[nodiscard]] std::size_t decode_json_escapes(std::string_view text, char* out,
                                              bad_escapes bad = bad_escapes::kept);

}  // namespace urlsieve

#endif
