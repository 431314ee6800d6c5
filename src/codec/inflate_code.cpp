#include "src/codec/inflate_code.hpp"

#include <algorithm>
#include <bit>

namespace urlsieve {

constexpr std::array<value_range, length_symbols> make_length_ranges() {
  std::array<value_range, length_symbols> ranges{};
  unsigned base = 3;
  for (unsigned i = 0; i < length_symbols - 1; ++i) {
    const unsigned extra = i < 8 ? 0 : i / 4 - 1;
    ranges[i] = {static_cast<std::uint16_t>(base), static_cast<std::uint8_t>(extra)};
    base += 1U << extra;
  }
  ranges[length_symbols - 1] = {258, 0};
  return ranges;
}

constexpr std::array<value_range, distance_symbols> make_distance_ranges() {
  std::array<value_range, distance_symbols> ranges{};
  unsigned base = 1;
  for (unsigned i = 0; i < distance_symbols; ++i) {
    const unsigned extra = i < 4 ? 0 : i / 2 - 1;
    ranges[i] = {static_cast<std::uint16_t>(base), static_cast<std::uint8_t>(extra)};
    base += 1U << extra;
  }
  return ranges;
}

constexpr std::array<value_range, length_symbols> length_ranges = make_length_ranges();
constexpr std::array<value_range, distance_symbols> distance_ranges = make_distance_ranges();

namespace {

constexpr unsigned most_litlen = 286;
constexpr unsigned most_distances = 30;

// The entries of all symbols, without the sizes of their codes, which each use adds.
constexpr std::array<table_entry, 288> litlen_entries = [] {
  std::array<table_entry, 288> table{};
  for (unsigned symbol = 0; symbol < table.size(); ++symbol) {
    if (symbol < end_of_block) {
      table[symbol] = literal_flag | symbol << 16U;
    } else if (symbol > end_of_block && symbol < most_litlen) {
      const value_range range = make_length_ranges()[symbol - end_of_block - 1];
      table[symbol] = range.extra | static_cast<table_entry>(range.base) << 16U;
    } else {
      table[symbol] = rare_entry | (symbol == end_of_block ? end_flag : bad_flag);
    }
  }
  return table;
}();

// Lists of symbols by code length. Symbols of length 0 are counted and not used.
class symbol_lists {
 public:
  // Appends `times` symbols from `first` on. Requires: times <= 8, unless the length is 0.
  void add(unsigned length, unsigned first, unsigned times) {
    using eight = std::uint16_t __attribute__((vector_size(16)));
    const auto from = static_cast<std::uint16_t>(first);
    const eight symbols = eight{0, 1, 2, 3, 4, 5, 6, 7} + from;
    std::memcpy(row(length) + counts_[length], &symbols, sizeof symbols);
    counts_[length] = static_cast<std::uint16_t>(counts_[length] + times);
  }

  using tally = std::array<std::uint16_t, longest_code + 1>;
  [[nodiscard]] const tally& counts() const { return counts_; }

  // Returns the symbols counted between two tallies; `first` becomes symbol 0.
  void order(canonical_code& to, const tally& before, const tally& behind, unsigned first,
             unsigned table_bits) const {
    std::size_t at = 0;
    unsigned code = 0;
    to.counts[0] = 0;
    for (unsigned length = 1; length <= longest_code; ++length) {
      const auto count = static_cast<std::uint16_t>(behind[length] - before[length]);
      const std::uint16_t* const from = row(length) + before[length];
      for (std::size_t i = 0; i < count; i += 8) copy_eight(to.symbols.data() + at + i, from + i, first);
      to.counts[length] = count;
      at += count;
      code = 2 * code + count;
      if (length == table_bits) {
        to.first_long = code;
        to.index_long = static_cast<unsigned>(at);
      }
    }
  }

 private:
  static constexpr std::size_t row_size = most_litlen + most_distances + 16;

  // The row of length 0 is the last, because it may overflow.
  [[nodiscard]] std::uint16_t* row(unsigned length) {
    return rows_.data() + ((length + 15) & 15U) * row_size;
  }
  [[nodiscard]] const std::uint16_t* row(unsigned length) const {
    return rows_.data() + ((length + 15) & 15U) * row_size;
  }
  static void copy_eight(std::uint16_t* to, const std::uint16_t* from, unsigned less) {
    using eight = std::uint16_t __attribute__((vector_size(16)));
    eight symbols;
    std::memcpy(&symbols, from, sizeof symbols);
    symbols -= static_cast<std::uint16_t>(less);
    std::memcpy(to, &symbols, sizeof symbols);
  }

  tally counts_{};
  std::array<std::uint16_t, 16 * row_size + 160> rows_;  // NOLINT(cppcoreguidelines-pro-type-member-init)
};

// The code of code lengths. Bits 0 to 7 of an entry: size of the code and its extra bits; 8 to 15: size of
// the code alone; 16 to 23: smallest repeat count; 24 to 31: the length, 16: the previous length.
class length_code {
 public:
  // Returns false for an invalid code (an incomplete code is invalid here, as in zlib).
  bool read(bit_place& from, unsigned count) {
    // RFC 1951 section 3.2.7: the order of these symbols' lengths.
    constexpr std::array<std::uint8_t, 19> order = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
    const std::uint64_t length_bits = from.peek() & ((std::uint64_t{1} << 3 * count) - 1);
    from.bit += std::uint64_t{3} * count;
    std::array<std::uint8_t, 19> lengths;
    std::uint64_t counts = 0;  // one byte for each length
    for (unsigned i = 0; i < 19; ++i) {
      const auto length = static_cast<std::uint8_t>(length_bits >> 3 * i & 7U);
      lengths[order[i]] = length;
      counts += std::uint64_t{1} << 8 * length;
    }
    counts &= ~std::uint64_t{0xFF};
    std::uint64_t places = counts * 0x0101010101010101U << 8U;
    std::array<std::uint8_t, 19 + 1> sorted{};
    for (unsigned symbol = 0; symbol < 19; ++symbol) {
      // Symbols without a code go to the end, which is not read.
      const std::size_t at = lengths[symbol] == 0 ? 19 : places >> 8 * lengths[symbol] & 0xFFU;
      sorted[at] = static_cast<std::uint8_t>(symbol);
      places += std::uint64_t{1} << 8 * lengths[symbol];
    }
    return spread(counts, sorted);
  }

  [[nodiscard]] std::uint32_t find(std::uint64_t bits) const { return table_[bits & 127U]; }

 private:
  bool spread(std::uint64_t counts, const std::array<std::uint8_t, 20>& sorted) {
    unsigned code = 0;  // the code, bit-reversed
    unsigned next = 0;
    for (unsigned length = 1; length <= 7; ++length) {
      const unsigned half = 1U << (length - 1);
      if (length > 1) std::memcpy(table_.data() + half, table_.data(), half * sizeof table_[0]);
      const unsigned last = 2 * half - 1;
      for (auto left = static_cast<unsigned>(counts >> 8 * length & 0xFFU); left > 0; --left) {
        if (complete_) return false;
        table_[code] = entry(sorted[next++], length);
        const unsigned zeros = code ^ last;
        complete_ = zeros == 0;
        const unsigned highest = std::bit_floor(zeros);
        code = (code & (highest - 1)) | highest;
        if (complete_) code = 0;
      }
    }
    return complete_;
  }

  static std::uint32_t entry(unsigned symbol, unsigned length) {
    constexpr std::array<std::uint32_t, 3> repeats = {16U << 24U | 3U << 16U | 2U, 3U << 16U | 3U,
                                                      11U << 16U | 7U};
    const std::uint32_t action = symbol < 16 ? symbol << 24U | 1U << 16U : repeats[symbol - 16];
    return action + (length | length << 8U);
  }

  bool complete_ = false;
  std::array<std::uint32_t, 128> table_;  // NOLINT(cppcoreguidelines-pro-type-member-init)
};

// Calls store(place, symbol, length) for each short code in order, and doubles the table between lengths.
template <unsigned Bits, class Entry, class Make>
void spread_code(const canonical_code& code, Entry* table, Entry rare, Make make) {
  const std::uint16_t* next = code.symbols.data();
  unsigned place = 0;  // the code, bit-reversed
  table[0] = rare;
  for (unsigned length = 1; length <= Bits; ++length) {
    const std::size_t half = std::size_t{1} << (length - 1);
    std::memcpy(table + half, table, half * sizeof(Entry));
    const auto last = static_cast<unsigned>(2 * half - 1);
    for (unsigned left = code.counts[length]; left > 0; --left) {
      table[place] = make(*next++, length);
      const unsigned zeros = place ^ last;
      if (zeros == 0) {
        for (std::size_t size = 2 * half; size < std::size_t{1} << Bits; size *= 2)
          std::memcpy(table + size, table, size * sizeof(Entry));
        return;
      }
      const unsigned highest = std::bit_floor(zeros);
      place = (place & (highest - 1)) | highest;
    }
  }
  // The remaining entries begin longer codes, or none.
  constexpr unsigned last = (1U << Bits) - 1;
  while (true) {
    table[place] = rare;
    const unsigned zeros = place ^ last;
    if (zeros == 0) return;
    const unsigned highest = std::bit_floor(zeros);
    place = (place & (highest - 1)) | highest;
  }
}

}  // namespace

canonical_code::found canonical_code::find_long(std::uint64_t bits, unsigned table_bits) const {
  auto reversed = static_cast<unsigned>(bits & 0xFFFFU);
  reversed = (reversed & 0x5555U) << 1U | (reversed >> 1U & 0x5555U);
  reversed = (reversed & 0x3333U) << 2U | (reversed >> 2U & 0x3333U);
  reversed = (reversed & 0x0F0FU) << 4U | (reversed >> 4U & 0x0F0FU);
  reversed = (reversed & 0x00FFU) << 8U | reversed >> 8U;
  unsigned first = first_long;
  unsigned index = index_long;
  for (unsigned length = table_bits + 1; length <= longest_code; ++length) {
    first *= 2;
    const unsigned code = reversed >> (16 - length);
    // A code below the first of its length is a shorter one, which the table would have.
    if (code - first < counts[length]) return {symbols[index + code - first], length};
    index += counts[length];
    first += counts[length];
  }
  return {0, 0};
}

bool canonical_code::usable() const {
  int left = 1;
  unsigned longest = 0;
  for (unsigned length = 1; length <= longest_code; ++length) {
    left = 2 * left - counts[length];
    if (left < 0) return false;
    if (counts[length] != 0) longest = length;
  }
  return left == 0 || longest <= 1;
}

bool block_codes::read(bit_place& from) {
  const std::uint64_t head = from.peek();
  const unsigned litlens = static_cast<unsigned>(head & 31U) + 257;
  const unsigned distances = static_cast<unsigned>(head >> 5U & 31U) + 1;
  from.bit += 14;
  if (litlens > most_litlen || distances > most_distances) return false;
  length_code lengths;
  if (!lengths.read(from, static_cast<unsigned>(head >> 10U & 15U) + 4)) return false;

  symbol_lists lists;
  unsigned symbol = 0;
  unsigned length = 16;  // no previous length
  const auto read_up_to = [&](unsigned end) {
    while (symbol < end) {
      std::uint64_t bits = from.peek();
      unsigned used = 0;
      for (unsigned i = 0; i < 4 && symbol < end; ++i) {  // at most 14 bits
        const std::uint32_t entry = lengths.find(bits);
        const unsigned size = entry & 0xFFU;
        const auto more =
            static_cast<unsigned>((bits & ((std::uint64_t{1} << size) - 1)) >> (entry >> 8U & 0xFFU));
        const unsigned times = (entry >> 16U & 0xFFU) + more;
        length = entry >> 24U == 16 ? length : entry >> 24U;
        if (length == 16) return false;
        lists.add(length, symbol, times);
        symbol += times;
        bits >>= size;
        used += size;
      }
      from.bit += used;
    }
    return true;
  };
  if (!read_up_to(litlens)) return false;
  // A repeat may extend into the distances.
  symbol_lists::tally between = lists.counts();
  between[length] = static_cast<std::uint16_t>(between[length] - (symbol - litlens));
  if (!read_up_to(litlens + distances) || symbol != litlens + distances || from.past_end()) return false;
  lists.order(litlen_code, {}, between, 0, litlen_bits);
  lists.order(distance_code, between, lists.counts(), litlens, distance_bits);
  if (!litlen_code.usable() || !distance_code.usable()) return false;
  fill_tables();
  return true;
}

void block_codes::set_fixed() {
  symbol_lists lists;
  const auto add = [&](unsigned length, unsigned first, unsigned end) {
    for (unsigned symbol = first; symbol < end; symbol += 8) lists.add(length, symbol, 8);
  };
  add(8, 0, 144);
  add(9, 144, 256);
  add(7, 256, 280);
  add(8, 280, 288);
  lists.order(litlen_code, {}, lists.counts(), 0, litlen_bits);
  symbol_lists distances;
  for (unsigned symbol = 0; symbol < 32; symbol += 8) distances.add(5, symbol, 8);
  distances.order(distance_code, {}, distances.counts(), 0, distance_bits);
  fill_tables();
}

void block_codes::fill_tables() {
  spread_code<litlen_bits>(litlen_code, litlen.data(), rare_entry, [](unsigned symbol, unsigned length) {
    return litlen_entries[symbol] + (length | length << 8U);
  });
  for (std::size_t i = 0; i < litlen.size(); ++i)
    literal_size[i] = static_cast<std::uint8_t>((litlen[i] & literal_flag) != 0 ? litlen[i] : 0);
  spread_code<distance_bits>(distance_code, distance.data(), distance_entry{},
                             [](unsigned symbol, unsigned length) {
                               if (symbol >= distance_symbols) return distance_entry{};
                               const value_range range = distance_ranges[symbol];
                               const std::uint32_t mask = ((1U << range.extra) - 1) << length;
                               return distance_entry{mask, static_cast<std::int16_t>(range.base),
                                                     static_cast<std::uint8_t>(length + range.extra),
                                                     static_cast<std::uint8_t>(length)};
                             });
  distance[no_match] = {0, -ahead, 0, 0};
}

}  // namespace urlsieve
