// The codes of a DEFLATE block (RFC 1951 section 3.2): read as lists of symbols by length, kept in their
// canonical order for what is rare, and spread into a table that answers for all short codes at once.
#ifndef URLSIEVE_CODEC_INFLATE_CODE_HPP
#define URLSIEVE_CODEC_INFLATE_CODE_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace urlsieve {

inline constexpr unsigned longest_code = 15;

// Where a bit of a stream stands is one number, the address times eight and the bit's number in that byte.
inline const std::uint8_t* byte_of(std::uint64_t bit) {
  return reinterpret_cast<const std::uint8_t*>(bit >> 3U);  // NOLINT(performance-no-int-to-ptr)
}

// The next bits of a stream, from the lowest on; behind its end there are zeros.
struct bit_place {
  std::uint64_t bit;
  const std::uint8_t* end;

  [[nodiscard]] const std::uint8_t* byte() const { return byte_of(bit); }
  // At least 57 of them.
  [[nodiscard]] std::uint64_t peek() const {
    std::uint64_t word = 0;
    const std::uint8_t* const from = byte();
    if (end - from >= 8)
      std::memcpy(&word, from, 8);
    else if (from < end)
      std::memcpy(&word, from, static_cast<std::size_t>(end - from));
    return word >> (bit & 7U);
  }
  [[nodiscard]] bool past_end() const { return bit > reinterpret_cast<std::uintptr_t>(end) << 3U; }
};

// One of the two codes in its canonical order, for codes longer than a table knows.
struct canonical_code {
  std::array<std::uint16_t, longest_code + 1> counts;  // symbols of each length
  std::array<std::uint16_t, 288 + 32> symbols;         // room behind them for wide copies

  // Of the codes longer than `table_bits`: the first one, cut to that size, and its place in `symbols`.
  unsigned first_long;
  unsigned index_long;

  struct found {
    unsigned symbol;
    unsigned length;  // 0: no such code begins with these bits
  };
  // Only among those longer than `table_bits`.
  [[nodiscard]] found find_long(std::uint64_t bits, unsigned table_bits) const;
  // Whether every bit string is a code or the beginning of one; a single code may be alone (as in zlib).
  [[nodiscard]] bool usable() const;
};

// An entry of the table of literals and lengths. Bits 0 to 7: how long the code and the extra bits behind it
// are; 8 to 13: the code alone; 15: a literal; 16 to 31: the literal, or the least length.
using table_entry = std::uint32_t;
inline constexpr table_entry literal_flag = 1U << 15U;
// What is neither has a length that no distance covers: a longer code or none; the end of the block; a code
// that nothing is meant by.
inline constexpr table_entry rare_entry = 0xFFFF0000U;
inline constexpr table_entry end_flag = 1U << 14U;
inline constexpr table_entry bad_flag = 1U << 13U;

struct block_codes {
  static constexpr unsigned litlen_bits = 10;
  static constexpr unsigned distance_bits = 8;
  static constexpr std::size_t no_match = std::size_t{1} << distance_bits;

  // A distance is `base` and the bits of the stream under `mask`; `size` 0: not in the table.
  struct distance_entry {
    std::uint32_t mask;
    std::int16_t base;
    std::uint8_t size;
    std::uint8_t code_size;
  };

  alignas(64) std::array<table_entry, std::size_t{1} << litlen_bits> litlen;
  // Of what stands in `litlen`, the size where it is a literal, else 0.
  std::array<std::uint8_t, std::size_t{1} << litlen_bits> literal_size;
  // The last one stands for "nothing is copied": a place so far ahead of the output, where no store is under
  // way that a load would have to wait for, and no bits.
  static constexpr std::int16_t ahead = 128;
  std::array<distance_entry, no_match + 1> distance;
  canonical_code litlen_code;
  canonical_code distance_code;

  // False: no valid codes. The place is behind them afterwards.
  [[nodiscard]] bool read(bit_place& from);
  void set_fixed();

 private:
  void fill_tables();
};

// Of a length or distance symbol: the least value and how many extra bits are added to it.
struct value_range {
  std::uint16_t base;
  std::uint8_t extra;
};
inline constexpr unsigned end_of_block = 256;
inline constexpr unsigned length_symbols = 29;
inline constexpr unsigned distance_symbols = 30;
extern const std::array<value_range, length_symbols> length_ranges;  // of symbol 257 on
extern const std::array<value_range, distance_symbols> distance_ranges;

}  // namespace urlsieve

#endif
