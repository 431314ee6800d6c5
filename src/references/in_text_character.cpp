// Decoding by RFC 3629 section 4, and the table of characters beyond ASCII that end a URL.
#include "src/references/in_text_character.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace urlsieve {
namespace {

struct character_range {
  char32_t first;
  char32_t last;
};

// Blanks, quotation marks, brackets, dashes of boxes, the punctuation of CJK and its full-width forms.
constexpr std::array ending_ranges{
    character_range{0x0080, 0x00A0}, character_range{0x00AB, 0x00AB}, character_range{0x00BB, 0x00BB},
    character_range{0x1680, 0x1680}, character_range{0x2000, 0x200B}, character_range{0x200E, 0x200F},
    character_range{0x2018, 0x201F}, character_range{0x2026, 0x2026}, character_range{0x2028, 0x202F},
    character_range{0x2039, 0x203A}, character_range{0x205F, 0x2060}, character_range{0x2066, 0x2069},
    character_range{0x2329, 0x232A}, character_range{0x2500, 0x257F}, character_range{0x2768, 0x2775},
    character_range{0x27E6, 0x27EF}, character_range{0x2983, 0x2998}, character_range{0x3000, 0x3003},
    character_range{0x3008, 0x3011}, character_range{0x3014, 0x301F}, character_range{0xFEFF, 0xFEFF},
    character_range{0xFF01, 0xFF02}, character_range{0xFF08, 0xFF09}, character_range{0xFF0C, 0xFF0C},
    character_range{0xFF0E, 0xFF0E}, character_range{0xFF1A, 0xFF1B}, character_range{0xFF1F, 0xFF1F},
    character_range{0xFF3B, 0xFF3B}, character_range{0xFF3D, 0xFF3D}, character_range{0xFF5B, 0xFF65},
};

constexpr bool ends_url(char32_t character) {
  for (const character_range& range : ending_ranges)
    if (character <= range.last) return character >= range.first;
  return false;
}

struct decoded {
  char32_t character;
  std::size_t size;  // 0: ill-formed
};

constexpr bool continuation(unsigned char byte) {
  return (byte & 0xC0U) == 0x80U;
}

decoded decode(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const std::size_t there = text.size() - at;
  const unsigned lead = byte(0);
  if (lead < 0xC2 || lead > 0xF4) return {0, 0};
  if (there < 2 || !continuation(byte(1))) return {0, 0};
  if (lead < 0xE0) return {static_cast<char32_t>(((lead & 0x1FU) << 6U) | (byte(1) & 0x3FU)), 2};
  if (there < 3 || !continuation(byte(2))) return {0, 0};
  const unsigned low = ((byte(1) & 0x3FU) << 6U) | (byte(2) & 0x3FU);
  if (lead < 0xF0) {
    const auto character = static_cast<char32_t>(((lead & 0x0FU) << 12U) | low);
    if (character < 0x800 || (character >= 0xD800 && character < 0xE000)) return {0, 0};
    return {character, 3};
  }
  if (there < 4 || !continuation(byte(3))) return {0, 0};
  const auto character = static_cast<char32_t>(((lead & 0x07U) << 18U) | (low << 6U) | (byte(3) & 0x3FU));
  if (character < 0x10000 || character > 0x10FFFF) return {0, 0};
  return {character, 4};
}

// HTML's names of such characters, those that typography puts around and behind URLs.
constexpr std::array<std::string_view, 22> ending_names{
    "lt",    "gt",    "quot",  "apos",  "nbsp",  "LT",     "GT",     "QUOT", "ldquo", "rdquo",  "lsquo",
    "rsquo", "sbquo", "bdquo", "laquo", "raquo", "lsaquo", "rsaquo", "ensp", "emsp",  "thinsp", "hellip"};

// A numeric reference to what would end the URL if it stood there itself, or to an apostrophe.
bool ends_by_number(std::uint32_t number) {
  if (number >= 0x80) return ends_url(number);
  return number == '\'' || bytes::ends_text_url.contains(static_cast<unsigned char>(number));
}

// `digits` is what stands between "&#" and ";".
bool ends_by_number(std::string_view digits) {
  const bool hexadecimal = !digits.empty() && (digits.front() == 'x' || digits.front() == 'X');
  if (hexadecimal) digits.remove_prefix(1);
  if (digits.empty()) return false;
  const std::uint32_t base = hexadecimal ? 16 : 10;
  std::uint32_t number = 0;
  for (const char c : digits) {
    if (!(hexadecimal ? bytes::hexdig : bytes::digit).contains(c)) return false;
    const auto value = static_cast<std::uint32_t>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    number = std::min<std::uint32_t>(number * base + value, 0x110000);
  }
  return ends_by_number(number);
}

}  // namespace

bool ends_as_entity(std::string_view text, std::size_t at) {
  constexpr std::size_t longest = 10;  // "#x0000FEFF"
  const std::string_view name = text.substr(at + 1, longest + 1);
  const std::size_t semicolon = name.find(';');
  if (semicolon == std::string_view::npos || semicolon == 0) return false;
  const std::string_view inside = name.substr(0, semicolon);
  if (inside.front() == '#') return ends_by_number(inside.substr(1));
  return std::find(ending_names.begin(), ending_names.end(), inside) != ending_names.end();
}

std::size_t url_character_beyond_ascii(std::string_view text, std::size_t at) {
  const decoded found = decode(text, at);
  return found.size != 0 && !ends_url(found.character) ? found.size : 0;
}

std::size_t url_character(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte >= 0x80) return url_character_beyond_ascii(text, at);
  if (bytes::ends_text_url.contains(byte)) return 0;
  return byte == '&' && ends_as_entity(text, at) ? 0 : 1;
}

std::size_t letter_before(std::string_view text, std::size_t floor, std::size_t end) {
  for (std::size_t size = 2; size <= 4 && floor + size <= end; ++size) {
    const auto lead = static_cast<unsigned char>(text[end - size]);
    if (continuation(lead)) continue;
    return lead >= 0x80 && url_character_beyond_ascii(text.substr(0, end), end - size) == size ? end - size
                                                                                               : end;
  }
  return end;
}

}  // namespace urlsieve
