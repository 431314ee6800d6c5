// Hexadecimal digits and their values.
#ifndef URLSIEVE_TEXT_HEX_HPP
#define URLSIEVE_TEXT_HEX_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace urlsieve {

inline constexpr std::string_view lower_hex_digits = "0123456789abcdef";
inline constexpr std::string_view upper_hex_digits = "0123456789ABCDEF";

// The value of a byte as a hex digit; 16 for other bytes. Several values ORed are below 16 only if all bytes
// are digits.
inline constexpr std::array<std::uint8_t, 256> hex_values = [] {
  std::array<std::uint8_t, 256> values{};
  for (std::size_t i = 0; i < 256; ++i) values[i] = 16;
  for (unsigned i = 0; i < 10; ++i) values['0' + i] = static_cast<std::uint8_t>(i);
  for (unsigned i = 0; i < 6; ++i) values['A' + i] = values['a' + i] = static_cast<std::uint8_t>(10 + i);
  return values;
}();

// Returns the value of `digit`, 0 to 15, or 16 for other bytes.
[[nodiscard]] constexpr unsigned hex_value(char digit) {
  return hex_values[static_cast<unsigned char>(digit)];
}

// Returns the byte of the "\xHH" at the backslash `at`; nullopt if no such escape is there.
[[nodiscard]] constexpr std::optional<char> read_hex_escape(std::string_view text, std::size_t at) {
  const std::string_view escape = text.substr(at, 4);
  if (escape.size() < 4 || escape[1] != 'x' || (hex_value(escape[2]) | hex_value(escape[3])) >= 16)
    return std::nullopt;
  return static_cast<char>(hex_value(escape[2]) << 4U | hex_value(escape[3]));
}

// Returns `number` as 16 digits in lower case.
[[nodiscard]] inline std::string hex_of(std::uint64_t number) {
  std::string digits(16, '0');
  for (std::size_t i = digits.size(); i > 0; --i) {
    digits[i - 1] = lower_hex_digits[number & 15U];
    number >>= 4U;
  }
  return digits;
}

}  // namespace urlsieve

#endif
