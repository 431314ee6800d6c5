#include "src/text/json_string.hpp"

#include "src/text/byte_class.hpp"
#include "src/text/utf8.hpp"

namespace urlsieve {

namespace {

constexpr std::string_view replacement = "\\ufffd";

void append_escaped(char byte, std::string& out) {
  constexpr std::string_view digits = "0123456789abcdef";
  switch (byte) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  const auto value = static_cast<unsigned char>(byte);
  out += "\\u00";
  out += digits[value >> 4U];
  out += digits[value & 15U];
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
    // Byte by byte through what is ill-formed: nothing of it is lost in another's replacement.
    bytes.remove_prefix(piece.well_formed ? piece.size : 1);
  }
  out += '"';
}

}  // namespace urlsieve
