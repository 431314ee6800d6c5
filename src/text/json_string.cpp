#include "src/text/json_string.hpp"

#include <cstddef>
#include <cstdint>

namespace urlsieve {

namespace {

constexpr std::string_view replacement = "\\ufffd";

unsigned at(std::string_view bytes, std::size_t i) {
  return static_cast<unsigned char>(bytes[i]);
}

// The length of the well-formed UTF-8 sequence at `i` (Unicode, table 3-7), or 0.
std::size_t sequence_length(std::string_view bytes, std::size_t i) {
  const unsigned lead = at(bytes, i);
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || i + length > bytes.size()) return 0;
  const unsigned second = at(bytes, i + 1);
  const unsigned lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (second < lowest || second > highest) return 0;
  for (std::size_t k = 2; k < length; ++k) {
    if ((at(bytes, i + k) & 0xC0U) != 0x80U) return 0;
  }
  return length;
}

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
  std::size_t i = 0;
  while (i < bytes.size()) {
    const unsigned byte = at(bytes, i);
    if (byte >= 0x80) {
      const std::size_t length = sequence_length(bytes, i);
      out += length == 0 ? replacement : bytes.substr(i, length);
      i += length == 0 ? 1 : length;
    } else {
      if (byte < 0x20 || byte == 0x7F || byte == '"' || byte == '\\') {
        append_escaped(bytes[i], out);
      } else {
        out += bytes[i];
      }
      ++i;
    }
  }
  out += '"';
}

}  // namespace urlsieve
