// Finds lines by their first two bytes, with vectors: boundaries of a message's parts ("--"), header fields
// by name, and the empty line that ends a header.
#ifndef URLSIEVE_TEXT_SCAN_LINE_SCAN_HPP
#define URLSIEVE_TEXT_SCAN_LINE_SCAN_HPP

#include <array>
#include <cstddef>
#include <cstdint>

namespace urlsieve {

// A set of bytes by halves: one bit for each permitted low half and high half. Expresses a byte, a letter in
// either case, or (by default) any byte.
struct byte_halves {
  std::uint16_t low = 0xFFFF;  // bit h: the half h is permitted
  std::uint16_t high = 0xFFFF;

  [[nodiscard]] static constexpr byte_halves of(char byte) {
    const auto value = static_cast<unsigned char>(byte);
    return {static_cast<std::uint16_t>(1U << (value & 15U)), static_cast<std::uint16_t>(1U << (value >> 4U))};
  }
  [[nodiscard]] static constexpr byte_halves in_any_case(char lower) {
    byte_halves both = of(lower);
    both.high = static_cast<std::uint16_t>(both.high | of(static_cast<char>(lower - 32)).high);
    return both;
  }
  // Contains the bytes of `a` and `b`, and additional bytes if they differ in both halves.
  friend constexpr byte_halves operator|(byte_halves a, byte_halves b) {
    return {static_cast<std::uint16_t>(a.low | b.low), static_cast<std::uint16_t>(a.high | b.high)};
  }
  [[nodiscard]] constexpr bool contains(char byte) const {
    const auto value = static_cast<unsigned char>(byte);
    return (low >> (value & 15U) & 1U) != 0 && (high >> (value >> 4U) & 1U) != 0;
  }
};

// Up to eight pairs of a first and a second byte, as rows for table lookups: bit p represents pair p.
class line_pattern {
 public:
  static constexpr std::size_t max_pairs = 8;

  // Adds a pair. Requires: fewer than max_pairs pairs.
  constexpr line_pattern& add(byte_halves first, byte_halves second) {
    const auto bit = static_cast<std::uint8_t>(1U << pairs_++);
    for (unsigned half = 0; half < 16; ++half) {
      if ((first.low >> half & 1U) != 0) first_low_[half] |= bit;
      if ((first.high >> half & 1U) != 0) first_high_[half] |= bit;
      if ((second.low >> half & 1U) != 0) second_low_[half] |= bit;
      if ((second.high >> half & 1U) != 0) second_high_[half] |= bit;
    }
    return *this;
  }

  // Returns true if a line that begins with `first` and `second` matches a pair.
  [[nodiscard]] constexpr bool matches(char first, char second) const {
    const auto a = static_cast<unsigned char>(first);
    const auto b = static_cast<unsigned char>(second);
    return (first_low_[a & 15U] & first_high_[a >> 4U] & second_low_[b & 15U] & second_high_[b >> 4U]) != 0;
  }

  using rows = std::array<std::uint8_t, 16>;
  [[nodiscard]] const rows& first_low() const { return first_low_; }
  [[nodiscard]] const rows& first_high() const { return first_high_; }
  [[nodiscard]] const rows& second_low() const { return second_low_; }
  [[nodiscard]] const rows& second_high() const { return second_high_; }

 private:
  alignas(16) rows first_low_{};
  alignas(16) rows first_high_{};
  alignas(16) rows second_low_{};
  alignas(16) rows second_high_{};
  unsigned pairs_ = 0;
};

// The kernels of one target, chosen when the object is created; cheap to copy.
struct line_scanner {
  // Returns the first place p in [from, size) that follows a line feed and begins with a pair of `pattern`,
  // or `size`. The byte after the text counts as NUL. Reads nothing outside of [from - 1, size). Requires: 1
  // <= from.
  std::size_t (*find_line)(const char* text, std::size_t size, std::size_t from, const line_pattern& pattern);

  // Returns the kernels for this processor (kernel_targets.hpp).
  [[nodiscard]] static line_scanner choose();
};

}  // namespace urlsieve

#endif
