#include "src/text/json/json_escape.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

#include "src/text/encodings/short_escapes.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/hex.hpp"

namespace urlsieve {
namespace {

constexpr std::uint32_t no_code = 0xFFFFFFFF;

constexpr bool is_high_half(std::uint32_t code) {
  return code >= 0xD800 && code <= 0xDBFF;
}

constexpr bool is_low_half(std::uint32_t code) {
  return code >= 0xDC00 && code <= 0xDFFF;
}

// Returns the UTF-16 code unit of "\uXXXX" at `at`, or no_code.
std::uint32_t code_unit(std::string_view text, std::size_t at) {
  constexpr std::size_t size = 6;
  if (text.size() - at < size || text[at] != '\\' || text[at + 1] != 'u') return no_code;
  std::uint32_t code = 0;
  for (std::size_t i = at + 2; i < at + size; ++i) {
    if (hex_value(text[i]) > 15) return no_code;
    code = code << 4U | hex_value(text[i]);
  }
  return code;
}

// A piece of the source from a backslash, and its decoded bytes. `read` is 0 if the escape is rejected.
struct decoded_piece {
  std::size_t read;
  std::size_t written;
  std::array<char, 4> bytes;
};

decoded_piece decode_escape(std::string_view text, std::size_t at, invalid_escape_policy bad) {
  const json_escape found = read_json_escape(text, at);
  if (found.is != json_escape::kind::character && bad == invalid_escape_policy::reject) return {0, 0, {}};
  if (found.is != json_escape::kind::character && bad == invalid_escape_policy::keep) return {1, 1, {'\\'}};
  if (found.is == json_escape::kind::unknown) {
    const std::optional<char> byte = read_hex_escape(text, at);
    if (!byte) return {1, 0, {}};
    return {4, 1, {*byte}};
  }
  decoded_piece piece{found.size, 0, {}};
  piece.written =
      static_cast<std::size_t>(encode_utf8(found.character, piece.bytes.data()) - piece.bytes.data());
  return piece;
}

}  // namespace

json_escape read_json_escape(std::string_view text, std::size_t at) {
  constexpr std::string_view letters = "\"\\/bfnrt";
  constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
  using kind = json_escape::kind;
  if (at + 1 == text.size()) return {};
  if (const std::size_t letter = letters.find(text[at + 1]); letter != std::string_view::npos)
    return {kind::character, 2, static_cast<char32_t>(meanings[letter])};
  const std::uint32_t code = code_unit(text, at);
  if (code == no_code) return {};
  if (is_low_half(code)) return {kind::lone_surrogate, 6, 0xFFFD};
  if (!is_high_half(code)) return {kind::character, 6, code};
  const std::uint32_t low = code_unit(text, at + 6);
  if (!is_low_half(low)) return {kind::lone_surrogate, 6, 0xFFFD};
  return {kind::character, 12, 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00)};
}

std::size_t decode_json_escapes(std::string_view text, char* out, invalid_escape_policy bad) {
  std::size_t written = 0;
  for (std::size_t at = 0; at < text.size();) {
    const unescaped_extent plain = decode_short_escapes(text.substr(at), out + written);
    at += plain.read;
    written += plain.written;
    // Decodes adjacent escapes here, because code units are often escaped in runs.
    while (at < text.size() && text[at] == '\\') {
      const decoded_piece found = decode_escape(text, at, bad);
      if (found.read == 0) return json_escape_error;
      std::memcpy(out + written, found.bytes.data(), found.written);
      written += found.written;
      at += found.read;
    }
  }
  return written;
}

}  // namespace urlsieve
