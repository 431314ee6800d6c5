#include "src/url/text_forms/ending_character.hpp"

#include <bit>

#include "src/text/ascii.hpp"
#include "src/text/encodings/character_property.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

constexpr char32_t apostrophe = 0x2019;

constexpr std::array blank_ranges{
    character_range{0x0080, 0x00A0}, character_range{0x1680, 0x1680}, character_range{0x2000, 0x200B},
    character_range{0x200E, 0x200F}, character_range{0x2028, 0x202F}, character_range{0x205F, 0x2060},
    character_range{0x2066, 0x2069}, character_range{0x3000, 0x3000}, character_range{0xFEFF, 0xFEFF}};

constexpr bool is_opening_quote(char32_t character) {
  return character == 0x00AB || character == 0x2018 || character == 0x201C || character == 0x2039;
}

constexpr bool is_closing_quote(char32_t character) {
  return character == 0x00BB || character == 0x2019 || character == 0x201D || character == 0x203A;
}

// Left brackets. The right bracket is the next character; for U+FF3B and U+FF5B, the second next character.
constexpr std::array<char32_t, bracket_pairs> left_brackets{0x2329, 0x3008, 0x300A, 0x300C, 0x300E,
                                                            0x3010, 0x3014, 0x3016, 0x3018, 0x301A,
                                                            0xFF08, 0xFF3B, 0xFF5B, 0xFF5F, 0xFF62};

constexpr char32_t right_bracket(char32_t left) {
  return left == 0xFF3B || left == 0xFF5B ? left + 2 : left + 1;
}

// Returns true if the bytes at `at` may begin a character that ends a URL. Excludes most letters without
// decoding them, also those of kana and Han.
bool may_begin_ending(std::string_view url, std::size_t at) {
  const auto lead = static_cast<unsigned char>(url[at]);
  if (lead == 0xC2 || lead == 0xE2 || lead == 0xEF) return true;
  const char next = at + 1 < url.size() ? url[at + 1] : '\0';
  return (lead == 0xE1 && next == '\x9A') || (lead == 0xE3 && next == '\x80');
}

// Returns false if no bytes of `url` may begin a character that ends a URL, which is usual. Blocks of fixed
// size, the last of which overlaps, let compilers vectorize the loop without a rest.
bool may_hold_ending(std::string_view url) {
  constexpr std::size_t block = 16;
  if (url.size() <= block) return true;
  std::array<std::uint8_t, block> seen{};
  const auto check = [&seen](const char* from) {
    for (std::size_t i = 0; i < block; ++i) {
      const auto lead = static_cast<std::uint8_t>(from[i]);
      const auto next = static_cast<std::uint8_t>(from[i + 1]);
      seen[i] = static_cast<std::uint8_t>(seen[i] | ((lead == 0xC2) | (lead == 0xE2) | (lead == 0xEF) |
                                                     ((lead == 0xE1) & (next == 0x9A)) |
                                                     ((lead == 0xE3) & (next == 0x80))));
    }
  };
  for (std::size_t at = 0; at + block < url.size(); at += block) check(url.data() + at);
  check(url.data() + url.size() - block - 1);
  const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(seen);
  return (halves[0] | halves[1]) != 0;
}

bool begins_with_letter(std::string_view text) {
  if (text.empty()) return false;
  const utf8_piece piece = first_utf8(text);
  if (!piece.well_formed) return false;
  if (piece.character < 0x80) return bytes::alphanum.contains(text.front());
  return kind_of_character(piece.character) == character_kind::word;
}

bool ends_with_letter(std::string_view text) {
  std::size_t at = text.size();
  while (at != 0 && text.size() - at < 4 && is_utf8_trail(text[--at])) {
  }
  return begins_with_letter(text.substr(at));
}

}  // namespace

bracket find_bracket(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  if (lead != 0xE2 && lead != 0xE3 && lead != 0xEF) return {};
  const utf8_piece piece = first_utf8(text.substr(at));
  if (!piece.well_formed) return {};
  for (std::size_t pair = 0; pair < bracket_pairs; ++pair) {
    if (piece.character == left_brackets[pair]) return {pair, true, bracket_size};
    if (piece.character == right_bracket(left_brackets[pair])) return {pair, false, bracket_size};
  }
  return {};
}

bool has_text_behind_url(std::string_view value, alone_in place) {
  if (!may_hold_ending(value)) return false;
  const std::size_t enough = place == alone_in::prose ? 1 : 2;
  std::size_t marks = 0;
  std::size_t open_quotes = 0;
  bracket_balance brackets;
  for (std::size_t at = 0; at < value.size(); ++at) {
    if (!may_begin_ending(value, at)) continue;
    const utf8_piece piece = first_utf8(value.substr(at));
    if (!piece.well_formed || !ends_url(piece.character)) continue;
    if (is_among(blank_ranges, piece.character)) return true;
    const std::string_view behind = value.substr(at + piece.size);
    if (const bracket found = find_bracket(value, at); found.size != 0) {
      if (!brackets.count(found, at)) ++marks;
    } else if (piece.character == apostrophe && ends_with_letter(value.substr(0, at)) &&
               begins_with_letter(behind)) {
      continue;
    } else if (is_opening_quote(piece.character)) {
      ++open_quotes;
    } else if (is_closing_quote(piece.character) && open_quotes != 0) {
      --open_quotes;
    } else {
      ++marks;
      if (ascii::begins(behind, "http")) return true;
    }
    if (marks == enough) return true;
  }
  return marks + open_quotes + (brackets.balanced() ? 0 : 1) >= enough;
}

bool is_name_of_prose(std::string_view name) {
  return ascii::is_one_of(
      name, {"body", "caption", "comment", "content", "description", "excerpt", "full_text", "message", "msg",
             "note", "status", "summary", "text", "title"});
}

}  // namespace urlsieve
