// Reads and writes numbers that are stored with the lowest byte first.
#ifndef URLSIEVE_TEXT_LITTLE_ENDIAN_HPP
#define URLSIEVE_TEXT_LITTLE_ENDIAN_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace urlsieve {

// Returns the value of `bytes`. Requires: at most 8 bytes.
[[nodiscard]] constexpr std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i > 0; --i)
    value = value << 8U | static_cast<unsigned char>(bytes[i - 1]);
  return value;
}

// Appends the lowest `bytes` bytes of `number`.
inline void append_little_endian(std::uint64_t number, std::size_t bytes, std::string& out) {
  for (std::size_t i = 0; i < bytes; ++i) out.push_back(static_cast<char>(number >> (8 * i)));
}

}  // namespace urlsieve

#endif
