#include "src/text/encodings/utf8.hpp"

#include <simdjson.h>

#include <algorithm>

namespace urlsieve {

utf8_piece first_utf8(std::string_view bytes) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned lead = at(0);
  if (lead < 0x80) return {1, true, lead};
  if (lead < 0xC2 || lead > 0xF4) return {1, false};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  const unsigned lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (bytes.size() < 2 || at(1) < lowest || at(1) > highest) return {1, false};
  char32_t character = lead & (0x7FU >> length);
  character = character << 6U | (at(1) & 0x3FU);
  for (std::size_t i = 2; i < length; ++i) {
    if (i >= bytes.size() || !is_utf8_trail(bytes[i])) return {i, false};
    character = character << 6U | (at(i) & 0x3FU);
  }
  return {length, true, character};
}

bool is_utf8(std::string_view bytes) {
  return simdjson::validate_utf8(bytes.data(), bytes.size());
}

char* replace_ill_formed(std::string_view bytes, char* out) {
  constexpr std::string_view replacement = "\xEF\xBF\xBD";
  while (!bytes.empty()) {
    const utf8_piece piece = first_utf8(bytes);
    const std::string_view valid = piece.well_formed ? bytes.substr(0, piece.size) : replacement;
    out = std::copy(valid.begin(), valid.end(), out);
    bytes.remove_prefix(piece.size);
  }
  return out;
}

char* encode_utf8(char32_t character, char* out) {
  const auto write = [&out](char32_t byte) { *out++ = static_cast<char>(static_cast<unsigned char>(byte)); };
  if (character < 0x80) {
    write(character);
  } else if (character < 0x800) {
    write(0xC0 | (character >> 6));
    write(0x80 | (character & 0x3F));
  } else if (character < 0x10000) {
    write(0xE0 | (character >> 12));
    write(0x80 | ((character >> 6) & 0x3F));
    write(0x80 | (character & 0x3F));
  } else {
    write(0xF0 | (character >> 18));
    write(0x80 | ((character >> 12) & 0x3F));
    write(0x80 | ((character >> 6) & 0x3F));
    write(0x80 | (character & 0x3F));
  }
  return out;
}

}  // namespace urlsieve
