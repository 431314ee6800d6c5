// The tables hold blocks, not single characters. A linear search is sufficient for messages to a person; no
// hot path uses them.
#include "src/text/encodings/visible.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "src/text/ascii.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/hex.hpp"

namespace urlsieve {

namespace {

struct span_of_characters {
  char32_t first;
  char32_t last;
};

// Controls (C0, DEL, C1), blanks that look like others, direction marks, and invisible characters.
constexpr std::array<span_of_characters, 12> unseen{{{0x0000, 0x001F},
                                                     {0x007F, 0x00A0},
                                                     {0x00AD, 0x00AD},
                                                     {0x061C, 0x061C},
                                                     {0x180E, 0x180E},
                                                     {0x2000, 0x200F},
                                                     {0x2028, 0x202F},
                                                     {0x205F, 0x206F},
                                                     {0x3000, 0x3000},
                                                     {0xFEFF, 0xFEFF},
                                                     {0xFFF9, 0xFFFB},
                                                     {0xE0000, 0xE007F}}};

// Unicode Standard Annex 11: wide and fullwidth, by blocks.
constexpr std::array<span_of_characters, 9> wide{{{0x1100, 0x115F},
                                                  {0x2E80, 0xA4CF},
                                                  {0xAC00, 0xD7A3},
                                                  {0xF900, 0xFAFF},
                                                  {0xFE30, 0xFE6F},
                                                  {0xFF01, 0xFF60},
                                                  {0xFFE0, 0xFFE6},
                                                  {0x1F300, 0x1FAFF},
                                                  {0x20000, 0x3FFFD}}};

bool is_in(char32_t character, std::span<const span_of_characters> spans) {
  for (const span_of_characters& range : spans)
    if (character >= range.first && character <= range.last) return true;
  return false;
}

void append_hex(char32_t value, unsigned digits, std::string& out) {
  for (unsigned shift = 4 * digits; shift != 0; shift -= 4)
    out += upper_hex_digits[value >> (shift - 4) & 15U];
}

void append_unseen(char32_t character, std::string& out) {
  if (const char letter = ascii::escape_letter(character); letter != '\0') {
    out.append({'\\', letter});
    return;
  }
  out += character < 0x80 ? "\\x" : character < 0x10000 ? "\\u" : "\\U";
  append_hex(character, character < 0x80 ? 2 : character < 0x10000 ? 4 : 8, out);
}

void append_visible(std::string_view bytes, bool escapes_quotes, std::string& out) {
  while (!bytes.empty()) {
    const utf8_piece piece = first_utf8(bytes);
    if (!piece.well_formed) {
      out += "\\x";
      append_hex(static_cast<unsigned char>(bytes.front()), 2, out);
      bytes.remove_prefix(1);
      continue;
    }
    if (is_in(piece.character, unseen)) {
      append_unseen(piece.character, out);
    } else {
      if (escapes_quotes && (piece.character == '"' || piece.character == '\\')) out += '\\';
      out += bytes.substr(0, piece.size);
    }
    bytes.remove_prefix(piece.size);
  }
}

}  // namespace

std::string visible(std::string_view bytes) {
  std::string out;
  append_visible(bytes, false, out);
  return out;
}

std::string visible_rows(std::string_view rows) {
  std::string out;
  while (!rows.empty()) {
    const std::size_t end = std::min(rows.find_first_of("\t\n"), rows.size());
    append_visible(rows.substr(0, end), false, out);
    if (end < rows.size()) out += rows[end];
    rows.remove_prefix(std::min(end + 1, rows.size()));
  }
  return out;
}

std::string in_quotes(std::string_view bytes) {
  std::string out = "\"";
  append_visible(bytes, true, out);
  out += '"';
  return out;
}

std::string quoted_character(std::string_view bytes) {
  const utf8_piece piece = first_utf8(bytes);
  if (!piece.well_formed || !is_in(piece.character, unseen))
    return in_quotes(bytes.substr(0, piece.well_formed ? piece.size : 1));
  std::string out = "U+";
  append_hex(piece.character, piece.character < 0x10000 ? 4 : piece.character < 0x100000 ? 5 : 6, out);
  return out;
}

std::size_t columns(std::string_view bytes) {
  std::size_t count = 0;
  while (!bytes.empty()) {
    const utf8_piece piece = first_utf8(bytes);
    count += piece.well_formed && is_in(piece.character, wide) ? 2 : 1;
    bytes.remove_prefix(piece.size);
  }
  return count;
}

}  // namespace urlsieve
