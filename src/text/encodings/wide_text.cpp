#include "src/text/encodings/wide_text.hpp"

#include <algorithm>

#include "src/text/begins_with.hpp"
#include "src/text/encodings/utf16_runs.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t wide_head_size = std::size_t{16} << 10;

bool is_high_surrogate(std::uint32_t unit) {
  return unit >= 0xD800 && unit <= 0xDBFF;
}

bool is_low_surrogate(std::uint32_t unit) {
  return unit >= 0xDC00 && unit <= 0xDFFF;
}

bool is_surrogate(std::uint32_t unit) {
  return unit >= 0xD800 && unit <= 0xDFFF;
}

// Returns true for a control that text does not contain, a noncharacter, or a private use character.
bool is_foreign_to_text(std::uint32_t unit) {
  static constexpr byte_set text_controls{" \t\r\n\f\v\b\x1B"};
  if (unit < 0x20 || unit == 0x7F) return !text_controls.contains(static_cast<unsigned char>(unit));
  if (unit >= 0x80 && unit < 0xA0) return unit != 0x85;
  return (unit >= 0xE000 && unit <= 0xF8FF) || (unit >= 0xFDD0 && unit <= 0xFDEF) ||
         (unit & 0xFFFEU) == 0xFFFE || unit >= 0xF0000;
}

bool is_east_asian_punctuation(std::uint32_t unit) {
  return (unit >= 0x3000 && unit <= 0x3011) || (unit >= 0xFF01 && unit <= 0xFF20);
}

// Statistics of the units of a head in one encoding.
struct unit_counts {
  std::size_t all = 0;
  std::size_t foreign = 0;
  std::size_t ascii = 0;
  std::size_t punctuation = 0;  // punctuation of East Asia
  std::size_t zero_low = 0;     // rare characters U+xx00, which ASCII becomes in the other byte order
  std::size_t pairs = 0;        // both bytes are printable ASCII, as in text with one byte per character

  [[nodiscard]] bool are_text() const {
    constexpr std::size_t fewest = 4;
    return all >= fewest && 100 * foreign <= all && ascii != 0 && 256 * (ascii + punctuation) >= all &&
           8 * ascii > zero_low && 4 * pairs <= 3 * (all - ascii);
  }
};

// Counts the units of `head`. are_text() is false after a unit that is invalid in text.
unit_counts count_units(std::string_view head, const wide_encoding& from) {
  static constexpr byte_set printable = byte_set::range(0x20, 0x7E);
  unit_counts seen;
  bool after_high = false;
  for (; head.size() >= from.unit; ++seen.all, head.remove_prefix(from.unit)) {
    const std::uint32_t unit = first_unit(head, from);
    if (unit == 0 || unit > 0x10FFFF || (from.unit == 4 && is_surrogate(unit))) return {};
    const bool completes = after_high && is_low_surrogate(unit);
    if (after_high != completes) ++seen.foreign;
    after_high = is_high_surrogate(unit);
    if (is_foreign_to_text(unit) || (is_low_surrogate(unit) && !completes)) ++seen.foreign;
    if (unit < 0x80) {
      ++seen.ascii;
      continue;
    }
    if (is_east_asian_punctuation(unit)) ++seen.punctuation;
    if (from.unit == 4) continue;
    if ((unit & 0xFFU) == 0 && !is_surrogate(unit) && unit != 0x3000 && unit != 0x4E00 && unit != 0x0100)
      ++seen.zero_low;
    const auto high = static_cast<unsigned char>(unit >> 8U);
    // Kana are U+30xx: their high byte is the ASCII digit zero, so they are no evidence of ASCII pairs.
    if (high != 0x30 && printable.contains(high) &&
        printable.contains(static_cast<unsigned char>(unit & 0xFFU)))
      ++seen.pairs;
  }
  return seen;
}

// Returns true for UTF-8 with characters beyond ASCII; the last character may be incomplete.
bool is_utf8_beyond_ascii(std::string_view head) {
  bool beyond = false;
  while (!head.empty()) {
    const utf8_piece piece = first_utf8(head);
    if (!piece.well_formed) return beyond && head.size() < 4;
    beyond = beyond || piece.size > 1;
    head.remove_prefix(piece.size);
  }
  return beyond;
}

// Returns true if every second byte is a line feed, as in UTF-16 of Gurmukhi (U+0A00 to U+0A7F).
bool is_like_gurmukhi(std::string_view text) {
  std::size_t feeds[2] = {0, 0};  // at even and at odd offsets
  for (std::size_t i = 0; i < text.size(); ++i) feeds[i % 2] += text[i] == '\n' ? 1U : 0U;
  const bool alternates = feeds[0] == text.size() - text.size() / 2 || feeds[1] == text.size() / 2;
  return text.size() > 2 && alternates && text.find_first_not_of("\r\n") != std::string_view::npos;
}

// Returns true if `head` begins with lines of ASCII, to which UTF-16 was appended.
bool begins_with_ascii_lines(std::string_view head) {
  static constexpr byte_set ascii_text = byte_set::range(0x20, 0x7E) | byte_set("\t\r\n");
  const std::string_view lines = head.substr(0, std::min(head.size(), find_utf16(head, 0, false)));
  return lines.ends_with('\n') &&
         std::all_of(lines.begin(), lines.end(), [](char byte) { return ascii_text.contains(byte); }) &&
         !is_like_gurmukhi(lines);
}

}  // namespace

std::uint32_t first_unit(std::string_view bytes, const wide_encoding& encoding) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < encoding.unit; ++i) {
    const std::size_t at = encoding.big_endian ? i : encoding.unit - 1 - i;
    value = value << 8U | static_cast<unsigned char>(bytes[at]);
  }
  return value;
}

std::optional<wide_encoding> find_wide_encoding(std::string_view head) {
  if (begins_with(head, "\xFF\xFE\0\0"sv)) return wide_encoding{"utf-32le", 4, false, 4};
  if (begins_with(head, "\0\0\xFE\xFF"sv)) return wide_encoding{"utf-32be", 4, true, 4};
  if (begins_with(head, "\xFF\xFE"sv)) return wide_encoding{"utf-16le", 2, false, 2};
  if (begins_with(head, "\xFE\xFF"sv)) return wide_encoding{"utf-16be", 2, true, 2};
  head = head.substr(0, wide_head_size);
  if (head.find('\0') == std::string_view::npos) return std::nullopt;
  std::optional<wide_encoding> best;
  std::size_t most_ascii = 0;
  for (const wide_encoding& from :
       {wide_encoding{"utf-32le", 4, false, 0}, wide_encoding{"utf-32be", 4, true, 0},
        wide_encoding{"utf-16le", 2, false, 0}, wide_encoding{"utf-16be", 2, true, 0}}) {
    const unit_counts seen = count_units(head, from);
    if (!seen.are_text() || seen.ascii <= most_ascii) continue;
    best = from;
    most_ascii = seen.ascii;
  }
  return best && !is_utf8_beyond_ascii(head) && !begins_with_ascii_lines(head) ? best : std::nullopt;
}

std::string wide_as_utf8(std::string_view bytes, const wide_encoding& encoding) {
  bytes.remove_prefix(std::min(encoding.mark, bytes.size()));
  std::string out;
  const auto write = [&](char32_t character) {
    char buffer[4];
    out.append(buffer, encode_utf8(character, buffer));
  };
  for (; bytes.size() >= encoding.unit; bytes.remove_prefix(encoding.unit)) {
    char32_t unit = first_unit(bytes, encoding);
    if (encoding.unit == 2 && is_high_surrogate(unit) && bytes.size() >= 4) {
      const std::uint32_t low = first_unit(bytes.substr(2), encoding);
      if (is_low_surrogate(low)) {
        unit = 0x10000U + ((unit - 0xD800U) << 10U) + (low - 0xDC00U);
        bytes.remove_prefix(2);
      }
    }
    write(unit > 0x10FFFF || is_surrogate(unit) ? U'\xFFFD' : unit);
  }
  if (!bytes.empty()) write(U'\xFFFD');
  return out;
}

}  // namespace urlsieve
