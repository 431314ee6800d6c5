#include "src/text/json/json_string.hpp"

#include <array>
#include <cstddef>

#include "src/text/ascii.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/hex.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

namespace {

constexpr std::string_view replacement = "\\ufffd";
constexpr byte_set escaped_bytes = bytes::c0_and_delete | byte_set("\"\\");

// ASCII characters that are written unchanged.
constexpr std::array<bool, 256> verbatim_bytes = [] {
  std::array<bool, 256> table{};
  for (unsigned byte = 0; byte < 128; ++byte)
    table[byte] = !escaped_bytes.contains(static_cast<unsigned char>(byte));
  return table;
}();

void append_escaped(char byte, std::string& out) {
  const char letter =
      byte == '"' || byte == '\\' ? byte : ascii::escape_letter(static_cast<unsigned char>(byte));
  if (letter != '\0') {
    out.append({'\\', letter});
    return;
  }
  const auto value = static_cast<unsigned char>(byte);
  out += "\\u00";
  out += lower_hex_digits[value >> 4U];
  out += lower_hex_digits[value & 15U];
}

}  // namespace

void append_json_string(std::string_view bytes, std::string& out) {
  out += '"';
  for (std::size_t at = 0;;) {
    const std::size_t begin = at;
    while (at != bytes.size() && verbatim_bytes[static_cast<unsigned char>(bytes[at])]) ++at;
    out.append(bytes.substr(begin, at - begin));
    if (at == bytes.size()) break;
    if (escaped_bytes.contains(bytes[at])) {
      append_escaped(bytes[at++], out);
      continue;
    }
    // Replaces each ill-formed byte separately, so that their number is kept.
    const utf8_piece piece = first_utf8(bytes.substr(at));
    out += piece.well_formed ? bytes.substr(at, piece.size) : replacement;
    at += piece.well_formed ? piece.size : 1;
  }
  out += '"';
}

}  // namespace urlsieve
