// Decodes UTF-8 by RFC 3629 section 4.
#include "src/references/text/in_text_character.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "src/text/ascii.hpp"
#include "src/text/encodings/character_property.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/hex.hpp"
#include "src/url/text_forms/ending_character.hpp"

namespace urlsieve {
namespace {

// Letters of Han, Hiragana, Katakana and Hangul, which are written without spaces between words.
constexpr std::array unspaced_ranges{
    character_range{0x1100, 0x11FF},   character_range{0x2E80, 0x2FDF},   character_range{0x3005, 0x3007},
    character_range{0x3021, 0x3029},   character_range{0x3031, 0x3035},   character_range{0x3038, 0x303B},
    character_range{0x3041, 0x3096},   character_range{0x309D, 0x309F},   character_range{0x30A1, 0x30FA},
    character_range{0x30FC, 0x30FF},   character_range{0x3131, 0x318E},   character_range{0x31F0, 0x31FF},
    character_range{0x3400, 0x4DBF},   character_range{0x4E00, 0x9FFF},   character_range{0xA960, 0xA97C},
    character_range{0xAC00, 0xD7FB},   character_range{0xF900, 0xFAFF},   character_range{0xFF66, 0xFFDC},
    character_range{0x1AFF0, 0x1B16F}, character_range{0x20000, 0x3FFFD},
};

struct decoded_character {
  char32_t character;
  std::size_t size;  // 0: ill-formed, or ASCII
};

decoded_character decode(std::string_view text, std::size_t at) {
  const utf8_piece piece = first_utf8(text.substr(at));
  return piece.well_formed && piece.size > 1 ? decoded_character{piece.character, piece.size}
                                             : decoded_character{0, 0};
}

// Returns the beginning of the non-ASCII character right before `end`; `end` if none, or if ill-formed.
std::size_t character_before(std::string_view text, std::size_t floor, std::size_t end) {
  for (std::size_t size = 2; size <= 4 && floor + size <= end; ++size) {
    if (is_utf8_trail(text[end - size])) continue;
    return decode(text.substr(0, end), end - size).size == size ? end - size : end;
  }
  return end;
}

bool is_skin_tone(char32_t character) {
  return character >= 0x1F3FB && character <= 0x1F3FF;
}

// True for a separator that belongs to a host because of the adjacent characters.
bool belongs_by_context(std::string_view text, std::size_t at, const decoded_character& found) {
  const std::size_t behind = at + found.size;
  if (found.character == 0x00B7)
    return at > 0 && behind < text.size() && ascii::lower(text[at - 1]) == 'l' &&
           ascii::lower(text[behind]) == 'l';
  const bool joiner = found.character == 0x200C || found.character == 0x200D;
  if (!joiner && !is_skin_tone(found.character)) return false;
  const std::size_t before = character_before(text, 0, at);
  if (before == at) return false;
  const character_kind kind_before = kind_of_character(decode(text, before).character);
  if (!joiner) return kind_before == character_kind::pictogram;
  if (kind_before != character_kind::word || behind >= text.size()) return false;
  const decoded_character following = decode(text, behind);
  return following.size != 0 && kind_of_character(following.character) == character_kind::word;
}

// HTML names of characters that enclose or separate URLs.
constexpr std::array<std::string_view, 15> ending_names{"lt",    "gt",    "quot",  "apos",   "nbsp",
                                                        "ldquo", "rdquo", "lsquo", "rsquo",  "sbquo",
                                                        "bdquo", "laquo", "raquo", "lsaquo", "rsaquo"};

// True if `number` is the code point of a character in ending_names, of a blank, or U+200B or U+FEFF.
bool ends_by_number(std::uint32_t number) {
  constexpr byte_set ascii{std::string_view("<>\"' \t\n\v\f\r")};
  constexpr std::array beyond{
      character_range{0x0085, 0x0085}, character_range{0x00A0, 0x00A0}, character_range{0x00AB, 0x00AB},
      character_range{0x00BB, 0x00BB}, character_range{0x1680, 0x1680}, character_range{0x2000, 0x200B},
      character_range{0x2018, 0x201F}, character_range{0x2028, 0x2029}, character_range{0x202F, 0x202F},
      character_range{0x2039, 0x203A}, character_range{0x205F, 0x205F}, character_range{0x3000, 0x3000},
      character_range{0xFEFF, 0xFEFF}};
  if (number >= 0x80) return is_among(beyond, number);
  return ascii.contains(static_cast<unsigned char>(number));
}

// `digits`: the text between "&#" and ";".
bool ends_by_number(std::string_view digits) {
  const bool hexadecimal = !digits.empty() && (digits.front() == 'x' || digits.front() == 'X');
  if (hexadecimal) digits.remove_prefix(1);
  if (digits.empty()) return false;
  const std::uint32_t base = hexadecimal ? 16 : 10;
  std::uint32_t number = 0;
  for (const char c : digits) {
    if (!(hexadecimal ? bytes::hexdig : bytes::digit).contains(c)) return false;
    number = std::min<std::uint32_t>(number * base + hex_value(c), 0x110000);
  }
  return ends_by_number(number);
}

// The bytes that begin a value or a name of a program.
constexpr byte_set begins_value = bytes::alphanum | byte_set("'\"`([{$");

// Returns true if `text` begins with a name and "(", as in a call.
bool begins_call(std::string_view text) {
  constexpr std::size_t longest = 64;
  std::size_t end = 0;
  while (end < text.size() && end < longest && (bytes::alphanum | byte_set("_")).contains(text[end])) ++end;
  return end != 0 && text.substr(end).starts_with('(');
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
  const decoded_character found = decode(text, at);
  return found.size != 0 && !ends_url(found.character) ? found.size : 0;
}

std::size_t url_character(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte >= 0x80) return url_character_beyond_ascii(text, at);
  if (bytes::ends_text_url.contains(byte)) return 0;
  return byte == '&' && ends_as_entity(text, at) ? 0 : 1;
}

std::size_t unspaced_letter(std::string_view text, std::size_t at) {
  const decoded_character found = decode(text, at);
  return found.size != 0 && !ends_url(found.character) && is_among(unspaced_ranges, found.character)
             ? found.size
             : 0;
}

host_character read_host_character(std::string_view text, std::size_t at) {
  const decoded_character found = decode(text, at);
  if (found.size == 0 || ends_url(found.character)) return {};
  switch (kind_of_character(found.character)) {
    case character_kind::word:
      return {found.size, false};
    case character_kind::pictogram:
      return {found.size, true};
    case character_kind::separator:
      break;
  }
  return {belongs_by_context(text, at, found) ? found.size : 0, is_skin_tone(found.character)};
}

std::size_t host_label_end(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size()) {
    const auto byte = static_cast<unsigned char>(text[end]);
    const std::size_t size = byte >= 0x80                       ? read_host_character(text, end).size
                             : bytes::host_label.contains(byte) ? 1U
                                                                : 0U;
    if (size == 0) break;
    end += size;
  }
  const std::string_view rest = text.substr(end);
  const std::size_t next = rest.starts_with('.') ? end + 1 : rest.starts_with("[.]") ? end + 3 : text.size();
  if (next >= text.size()) return at;
  const auto first = static_cast<unsigned char>(text[next]);
  const bool continues =
      first >= 0x80 ? read_host_character(text, next).size != 0 : bytes::alphanum.contains(first);
  return continues ? end : at;
}

std::size_t host_character_before(std::string_view text, std::size_t floor, std::size_t end) {
  const std::size_t begin = character_before(text, floor, end);
  return begin != end && read_host_character(text, begin).size == end - begin ? begin : end;
}

std::size_t sentence_mark_before(std::string_view text, std::size_t floor, std::size_t end) {
  const std::size_t begin = character_before(text, floor, end);
  if (begin == end) return end;
  const char32_t character = decode(text, begin).character;
  const bool dash = character == 0x2013 || character == 0x2014;
  return dash || is_sentence_punctuation(character) ? begin : end;
}

bool begins_wiki_tag(std::string_view text) {
  constexpr byte_set continues = bytes::alphanum | byte_set("/?#&=%-_~");
  for (const std::string_view tag : {"{color}", "{code}", "{quote}", "{noformat}", "{panel}"})
    if (text.starts_with(tag)) return text.size() == tag.size() || !continues.contains(text[tag.size()]);
  return false;
}

bool ends_string(std::string_view text, std::size_t at, bool in_path) {
  const std::string_view behind = text.substr(at + 1);
  if (behind.empty()) return false;
  const char last = text[at - 1];
  const char next = behind.size() > 1 ? behind[1] : ' ';
  switch (behind.front()) {
    case '\'':
      return !byte_set("=(,:+").contains(last) && !text.substr(0, at).ends_with("%20") &&
             !(bytes::alphanum | bytes::non_ascii).contains(next);
    case '/':
      return next == '>';
    case ',':
      return (begins_value | byte_set("@:?-")).contains(next) || behind.starts_with(",_binary ");
    case ';':
    case ':':
      return (begins_value | byte_set("_")).contains(next);
    case '|':
      return !in_path && (bytes::alpha | byte_set("|")).contains(next);
    case '.':
      return byte_set("'\"$").contains(next) || begins_call(behind.substr(1));
    case '+':  // also a blank: "https://www.last.fm/music/Guns+N'+Roses"
      return byte_set("'\"$(").contains(next) || begins_call(behind.substr(1)) ||
             (byte_set("/=").contains(last) && bytes::alpha.contains(next));
    default:
      return false;
  }
}

bool begins_closing_tag(std::string_view text) {
  if (!text.starts_with("[/")) return false;
  std::size_t end = 2;
  while (end < text.size() && bytes::alphanum.contains(text[end])) ++end;
  if (end == 2) return false;
  while (end < text.size() && (bytes::alphanum | byte_set(":")).contains(text[end])) ++end;
  return end < text.size() && text[end] == ']';
}

}  // namespace urlsieve
