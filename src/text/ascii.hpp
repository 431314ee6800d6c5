// ASCII letters, their case, and digits. Protocols compare names this way in every locale (RFC 9110
// section 5.1, RFC 5322 section 1.2.2); bytes beyond ASCII are unchanged. Comparisons require the second text
// in lower case.
#ifndef URLSIEVE_TEXT_ASCII_HPP
#define URLSIEVE_TEXT_ASCII_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace urlsieve::ascii {

[[nodiscard]] constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

[[nodiscard]] constexpr bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

[[nodiscard]] constexpr char lower(char c) {
  return is_upper(c) ? static_cast<char>(c | 0x20) : c;
}

[[nodiscard]] inline std::string lowered(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lower(c);
  return result;
}

// Lowers eight bytes.
[[nodiscard]] constexpr std::uint64_t lower_eight(std::uint64_t bytes) {
  constexpr std::uint64_t each = 0x0101010101010101U;
  const std::uint64_t low = bytes & (0x7F * each);
  const std::uint64_t from_a = low + (0x80 - 'A') * each;
  const std::uint64_t behind_z = low + (0x7F - 'Z') * each;
  return bytes | ((from_a ^ behind_z) & ~bytes & (0x80 * each)) >> 2U;
}

[[nodiscard]] constexpr bool same(std::string_view text, std::string_view lowered) {
  if (text.size() != lowered.size()) return false;
  std::size_t i = 0;
  if (!std::is_constant_evaluated()) {
    for (; i + 8 <= text.size(); i += 8) {
      std::uint64_t here = 0;
      std::uint64_t wanted = 0;
      std::memcpy(&here, text.data() + i, 8);
      std::memcpy(&wanted, lowered.data() + i, 8);
      if (lower_eight(here) != wanted) return false;
    }
  }
  for (; i < text.size(); ++i)
    if (lower(text[i]) != lowered[i]) return false;
  return true;
}

[[nodiscard]] constexpr bool is_one_of(std::string_view text,
                                       std::initializer_list<std::string_view> lowered) {
  for (const std::string_view candidate : lowered)
    if (same(text, candidate)) return true;
  return false;
}

[[nodiscard]] constexpr bool begins(std::string_view text, std::string_view lowered) {
  return text.size() >= lowered.size() && same(text.substr(0, lowered.size()), lowered);
}

[[nodiscard]] constexpr bool ends(std::string_view text, std::string_view lowered) {
  return text.size() >= lowered.size() && same(text.substr(text.size() - lowered.size()), lowered);
}

[[nodiscard]] inline bool contains(std::string_view text, std::string_view lowered) {
  return std::search(text.begin(), text.end(), lowered.begin(), lowered.end(),
                     [](char c, char wanted) { return lower(c) == wanted; }) != text.end();
}

// Returns the letter after a backslash for a line end or TAB: 'n', 'r', 't'; NUL for other characters.
[[nodiscard]] constexpr char escape_letter(char32_t c) {
  return c == '\n' ? 'n' : c == '\r' ? 'r' : c == '\t' ? 't' : '\0';
}

// Returns true for SP and TAB, which separate the words of a line.
[[nodiscard]] constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

}  // namespace urlsieve::ascii

#endif
