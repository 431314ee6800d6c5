// Writes UTF-16 and UTF-8, independently of the encoders of the project.
#ifndef URLSIEVE_TESTS_TEXT_WRITTEN_UTF16_HPP
#define URLSIEVE_TESTS_TEXT_WRITTEN_UTF16_HPP

#include <string>
#include <string_view>

namespace urlsieve::testing {

// Returns UTF-16 without a byte order mark.
inline std::string utf16_of(std::u32string_view text, bool big_endian) {
  std::string bytes;
  const auto put = [&](char32_t unit) {
    const char high = static_cast<char>(unit >> 8U);
    const char low = static_cast<char>(unit & 0xFFU);
    bytes += big_endian ? high : low;
    bytes += big_endian ? low : high;
  };
  for (const char32_t c : text) {
    if (c < 0x10000) {
      put(c);
    } else {
      put(0xD800 + ((c - 0x10000) >> 10U));
      put(0xDC00 + ((c - 0x10000) & 0x3FFU));
    }
  }
  return bytes;
}

inline std::string utf8_of(std::u32string_view text) {
  std::string bytes;
  for (const char32_t c : text) {
    if (c < 0x80) {
      bytes += static_cast<char>(c);
    } else if (c < 0x800) {
      bytes += static_cast<char>(0xC0 | (c >> 6U));
      bytes += static_cast<char>(0x80 | (c & 0x3FU));
    } else if (c < 0x10000) {
      bytes += static_cast<char>(0xE0 | (c >> 12U));
      bytes += static_cast<char>(0x80 | ((c >> 6U) & 0x3FU));
      bytes += static_cast<char>(0x80 | (c & 0x3FU));
    } else {
      bytes += static_cast<char>(0xF0 | (c >> 18U));
      bytes += static_cast<char>(0x80 | ((c >> 12U) & 0x3FU));
      bytes += static_cast<char>(0x80 | ((c >> 6U) & 0x3FU));
      bytes += static_cast<char>(0x80 | (c & 0x3FU));
    }
  }
  return bytes;
}

}  // namespace urlsieve::testing

#endif
