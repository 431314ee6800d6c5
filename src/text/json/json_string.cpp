#include "src/text/json/json_string.hpp"

#include "src/text/ascii.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/hex.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

namespace {

constexpr std::string_view replacement = "\\ufffd";

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
  while (!bytes.empty()) {
    const char byte = bytes.front();
    const utf8_piece piece = first_utf8(bytes);
    if (urlsieve::bytes::c0_and_delete.contains(byte) || byte == '"' || byte == '\\') {
      append_escaped(byte, out);
    } else {
      out += piece.well_formed ? bytes.substr(0, piece.size) : replacement;
    }
    // Replaces each ill-formed byte separately, so that their number is kept.
    bytes.remove_prefix(piece.well_formed ? piece.size : 1);
  }
  out += '"';
}

}  // namespace urlsieve
