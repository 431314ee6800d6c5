// Reads and writes numbers as bytes, the lowest byte first (little-endian) or last (big-endian).
#ifndef URLSIEVE_TEXT_NUMBER_BYTES_HPP
#define URLSIEVE_TEXT_NUMBER_BYTES_HPP

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

// Appends the 8 bytes of `number`, the highest first: the byte order of such keys is their numeric order.
inline void append_big_endian(std::uint64_t number, std::string& out) {
  for (unsigned shift = 64; shift > 0; shift -= 8) out.push_back(static_cast<char>(number >> (shift - 8)));
}

}  // namespace urlsieve

#endif
