// Finding lines by the two bytes they begin with, on whatever vectors the machine has: boundaries of a
// message's parts ("--"), fields of its header by their names, the empty line that ends it.
#ifndef URLSIEVE_TEXT_LINE_SCAN_HPP
#define URLSIEVE_TEXT_LINE_SCAN_HPP

#include <array>
#include <cstddef>
#include <cstdint>

namespace urlsieve {

// The bytes whose high half is `high` or `other_high` and whose low half is `low` or `other_low`: a letter in
// either case is one of these. Any byte: the default.
struct byte_halves {
  std::uint16_t low = 0xFFFF;  // bit h: the half h may stand there
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
  // What `a` or `b` hold, and more, where they differ in both halves.
  friend constexpr byte_halves operator|(byte_halves a, byte_halves b) {
    return {static_cast<std::uint16_t>(a.low | b.low), static_cast<std::uint16_t>(a.high | b.high)};
  }
  [[nodiscard]] constexpr bool contains(char byte) const {
    const auto value = static_cast<unsigned char>(byte);
    return (low >> (value & 15U) & 1U) != 0 && (high >> (value >> 4U) & 1U) != 0;
  }
};

// Up to eight pairs of first and second byte, as rows for table look-ups: bit p says "pair p".
class line_pattern {
 public:
  static constexpr std::size_t max_pairs = 8;

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

// The kernels of one target; cheap to copy. They are chosen when it is made.
struct line_scanner {
  // The first place p in [from, size) with a line feed at p - 1 where the bytes at p and p + 1 are a pair of
  // `pattern`, NUL standing behind the text; `size` if there is none. REQUIRES: 1 <= from. Reads nothing
  // outside of [from - 1, size).
  std::size_t (*find_line)(const char* text, std::size_t size, std::size_t from, const line_pattern& pattern);

  [[nodiscard]] static line_scanner choose();
};

}  // namespace urlsieve

#endif
