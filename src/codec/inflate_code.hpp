// The Huffman codes of a DEFLATE block (RFC 1951 section 3.2). Code lengths are parsed, stored in canonical
// order for long codes, and expanded into a lookup table for all short codes.
#ifndef URLSIEVE_CODEC_INFLATE_CODE_HPP
#define URLSIEVE_CODEC_INFLATE_CODE_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace urlsieve {

inline constexpr unsigned longest_code = 15;

// A bit position in a stream is one number: address x 8 + number of the bit in the byte.
inline const std::uint8_t* byte_of(std::uint64_t bit) {
  return reinterpret_cast<const std::uint8_t*>(bit >> 3U);  // NOLINT(performance-no-int-to-ptr)
}

// A read position in a stream, lowest bit first; zeros follow the end.
struct bit_place {
  std::uint64_t bit;
  const std::uint8_t* end;

  [[nodiscard]] const std::uint8_t* byte() const { return byte_of(bit); }
  // Returns the next bits, at least 57.
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

// One of the two codes of a block in canonical order, for codes longer than the table's index.
struct canonical_code {
  std::array<std::uint16_t, longest_code + 1> counts;  // number of symbols of each length
  std::array<std::uint16_t, 288 + 32> symbols;  // capacity for copies of whole vectors behind the symbols

  // First code longer than `table_bits`, cut to that size, and its index in `symbols`.
  unsigned first_long;
  unsigned index_long;

  struct found {
    unsigned symbol;
    unsigned length;  // 0: no such code
  };
  // Searches only codes longer than `table_bits`.
  [[nodiscard]] found find_long(std::uint64_t bits, unsigned table_bits) const;
  // True if every bit string is a code or a prefix of one; a single code may be incomplete (as in zlib).
  [[nodiscard]] bool usable() const;
};

// An entry of the table of literals and lengths. Bits 0 to 7: size of the code and its extra bits; 8 to 13:
// size of the code alone; 15: literal flag; 16 to 31: the literal, or the smallest length.
using table_entry = std::uint32_t;
inline constexpr table_entry literal_flag = 1U << 15U;
// Marks entries that are neither literal nor length, by a length that exceeds any distance: a longer or
// missing code, the end of the block, or an invalid code.
inline constexpr table_entry rare_entry = 0xFFFF0000U;
inline constexpr table_entry end_flag = 1U << 14U;
inline constexpr table_entry bad_flag = 1U << 13U;

struct block_codes {
  static constexpr unsigned litlen_bits = 10;
  static constexpr unsigned distance_bits = 8;
  static constexpr std::size_t no_match = std::size_t{1} << distance_bits;

  // A distance is `base` plus the stream's bits under `mask`; `size` 0: the code is not in the table.
  struct distance_entry {
    std::uint32_t mask;
    std::int16_t base;
    std::uint8_t size;
    std::uint8_t code_size;
  };

  alignas(64) std::array<table_entry, std::size_t{1} << litlen_bits> litlen;
  // For each entry of `litlen`: the code size of a literal, else 0.
  std::array<std::uint8_t, std::size_t{1} << litlen_bits> literal_size;
  // The last entry, no_match, means "copy nothing": it has no bits, and its source is `ahead` bytes ahead
  // of the output, where no pending store can delay the load.
  static constexpr std::int16_t ahead = 128;
  std::array<distance_entry, no_match + 1> distance;
  canonical_code litlen_code;
  canonical_code distance_code;

  // Reads the codes of a block and advances `from`. Returns false if they are invalid.
  [[nodiscard]] bool read(bit_place& from);
  // Sets the fixed codes of RFC 1951 section 3.2.6.
  void set_fixed();

 private:
  void fill_tables();
};

// The values of a length or distance symbol: smallest value, and number of extra bits.
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
