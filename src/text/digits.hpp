// Numbers as decimal digits.
#ifndef URLSIEVE_TEXT_DIGITS_HPP
#define URLSIEVE_TEXT_DIGITS_HPP

#include <array>
#include <charconv>
#include <cstdint>
#include <string>

namespace urlsieve {

// Appends the decimal digits of `number`.
inline void append_digits(std::uint64_t number, std::string& out) {
  std::array<char, 20> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

}  // namespace urlsieve

#endif
