// Named byte sets as constexpr algebra, named after the non-terminals of RFC 3986 Appendix A and the terms of
// url-syntax-05 section 2. All tables of byte classes derive from these sets.
#ifndef URLSIEVE_TEXT_SCAN_BYTE_CLASS_HPP
#define URLSIEVE_TEXT_SCAN_BYTE_CLASS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace urlsieve {

// A set of bytes with one bit each, built at compile time. Grammars are written as in the documents, as
// unions and differences of named sets.
class byte_set {
 public:
  constexpr byte_set() = default;
  constexpr explicit byte_set(std::string_view members) {
    for (const char c : members) add(static_cast<unsigned char>(c));
  }
  static constexpr byte_set range(unsigned first, unsigned last) {
    byte_set set;
    for (unsigned byte = first; byte <= last; ++byte) set.add(static_cast<unsigned char>(byte));
    return set;
  }

  [[nodiscard]] constexpr bool contains(char byte) const {
    return contains(static_cast<unsigned char>(byte));
  }
  [[nodiscard]] constexpr bool contains(unsigned char byte) const {
    return ((words_[byte >> 6U] >> (byte & 63U)) & 1U) != 0;
  }
  [[nodiscard]] constexpr std::size_t size() const {
    std::size_t members = 0;
    for (unsigned byte = 0; byte < 256; ++byte)
      members += contains(static_cast<unsigned char>(byte)) ? 1U : 0U;
    return members;
  }

  friend constexpr byte_set operator|(byte_set a, const byte_set& b) {
    for (std::size_t i = 0; i < 4; ++i) a.words_[i] |= b.words_[i];
    return a;
  }
  friend constexpr byte_set operator&(byte_set a, const byte_set& b) {
    for (std::size_t i = 0; i < 4; ++i) a.words_[i] &= b.words_[i];
    return a;
  }
  friend constexpr byte_set operator-(byte_set a, const byte_set& b) {
    for (std::size_t i = 0; i < 4; ++i) a.words_[i] &= ~b.words_[i];
    return a;
  }
  friend constexpr byte_set operator~(byte_set a) {
    for (std::uint64_t& word : a.words_) word = ~word;
    return a;
  }
  friend constexpr bool operator==(const byte_set&, const byte_set&) = default;

 private:
  constexpr void add(unsigned char byte) { words_[byte >> 6U] |= std::uint64_t{1} << (byte & 63U); }
  std::array<std::uint64_t, 4> words_{};
};

// Returns `text` without members of the set at its front and back.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text, const byte_set& set) {
  while (!text.empty() && set.contains(text.front())) text.remove_prefix(1);
  while (!text.empty() && set.contains(text.back())) text.remove_suffix(1);
  return text;
}

// The ASCII members of a set as rows for table lookups: bit h of row l is the byte 16 h + l.
using byte_rows = std::array<std::uint8_t, 16>;

[[nodiscard]] constexpr byte_rows rows_of(const byte_set& set) {
  byte_rows rows{};
  for (unsigned byte = 0; byte < 128; ++byte)
    if (set.contains(static_cast<unsigned char>(byte)))
      rows[byte & 15U] = static_cast<std::uint8_t>(rows[byte & 15U] | (1U << (byte >> 4U)));
  return rows;
}

namespace bytes {
inline constexpr byte_set upper = byte_set::range('A', 'Z');
inline constexpr byte_set lower = byte_set::range('a', 'z');
inline constexpr byte_set alpha = upper | lower;
inline constexpr byte_set digit = byte_set::range('0', '9');
inline constexpr byte_set alphanum = alpha | digit;
inline constexpr byte_set hexdig = digit | byte_set::range('A', 'F') | byte_set::range('a', 'f');
inline constexpr byte_set c0_and_delete = byte_set::range(0x00, 0x1F) | byte_set("\x7F");
inline constexpr byte_set non_ascii = byte_set::range(0x80, 0xFF);
inline constexpr byte_set html_space{std::string_view(" \t\n\f\r")};

inline constexpr byte_set scheme_char = alphanum | byte_set("+-.");
inline constexpr byte_set unreserved = alphanum | byte_set("-._~");
inline constexpr byte_set gen_delims{std::string_view(":/?#[]@")};
inline constexpr byte_set sub_delims{std::string_view("!$&'()*+,;=")};
inline constexpr byte_set reserved = gen_delims | sub_delims;
inline constexpr byte_set pchar = unreserved | sub_delims | byte_set(":@");  // "%" HEXDIG HEXDIG apart
inline constexpr byte_set query_char = pchar | byte_set("/?");
}  // namespace bytes

}  // namespace urlsieve

#endif
