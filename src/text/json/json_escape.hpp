// Decodes the escapes of JSON strings (RFC 8259 section 7). The caller selects the treatment of invalid
// escapes.
#ifndef URLSIEVE_TEXT_JSON_JSON_ESCAPE_HPP
#define URLSIEVE_TEXT_JSON_JSON_ESCAPE_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace urlsieve {

// The escape at a backslash.
struct json_escape {
  enum class kind : std::uint8_t {
    character,
    lone_surrogate,  // a single surrogate; `character` is U+FFFD
    unknown,         // not an escape of JSON; `size` covers only the backslash
  };
  kind is = kind::unknown;
  std::size_t size = 1;  // size in the source, in bytes
  char32_t character = 0;
};

// Reads the escape at `at`. Requires: text[at] is a backslash.
[[nodiscard]] json_escape read_json_escape(std::string_view text, std::size_t at);

// The treatment of escapes that are not of kind::character.
enum class invalid_escape_policy : std::uint8_t {
  keep,    // unchanged, so that any kind of text can be decoded
  repair,  // a single surrogate becomes U+FFFD, and "\xHH" (logs of nginx) a byte; an unknown escape loses
           // its backslash
  reject,  // the text is rejected
};

inline constexpr std::size_t json_escape_error = static_cast<std::size_t>(-1);

// Writes the decoded `text` to `out` and returns its size, or json_escape_error if an escape is rejected. May
// change bytes of `out` after the returned size. Requires: `out` has text.size() bytes.
[[nodiscard]] std::size_t decode_json_escapes(std::string_view text, char* out,
                                              invalid_escape_policy bad = invalid_escape_policy::keep);

}  // namespace urlsieve

#endif
