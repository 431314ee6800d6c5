// Variable-length numbers: 7 bits a byte, the lowest bits first; all bytes but the last have the high bit set
// (unsigned LEB128).
#ifndef URLSIEVE_TEXT_VARINT_HPP
#define URLSIEVE_TEXT_VARINT_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace urlsieve {

inline constexpr std::size_t longest_varint = 10;  // bytes

// Writes `number` to `out` and returns the end of the written bytes. Requires: `out` has longest_varint
// bytes.
inline char* write_varint(std::uint64_t number, char* out) {
  for (; number >= 0x80; number >>= 7U) *out++ = static_cast<char>(number | 0x80U);
  *out++ = static_cast<char>(number);
  return out;
}

// Appends `number` to `out`.
inline void append_varint(std::uint64_t number, std::string& out) {
  for (; number >= 0x80; number >>= 7U) out.push_back(static_cast<char>(number | 0x80U));
  out.push_back(static_cast<char>(number));
}

// Removes a number from the front of `bytes`, and stores the number in `number`. Returns false if `bytes` end
// inside the number, or if the number is longer than longest_varint bytes; then `bytes` is unspecified. Bits
// of the number above 64 are dropped.
[[nodiscard]] inline bool take_varint(std::string_view& bytes, std::uint64_t& number) {
  number = 0;
  for (unsigned shift = 0; shift < 7 * longest_varint && !bytes.empty(); shift += 7) {
    const auto next = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    number |= static_cast<std::uint64_t>(next & 0x7FU) << shift;
    if (next < 0x80) return true;
  }
  return false;
}

}  // namespace urlsieve

#endif
