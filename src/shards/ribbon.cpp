// A hash selects an equation: the XOR of some of `width` adjacent slots is 0. The slots solve the equations
// of all hashes; each bit of the filter is one solution, and free slots are random. Another hash solves its
// own equation by chance. Slots are stored in blocks of `width`: for each bit two words, the low slots first.
#include "src/shards/ribbon.hpp"

#include <array>
#include <bit>

namespace urlsieve {
namespace {

__extension__ using wide = unsigned __int128;

constexpr std::size_t width = 128;  // slots of an equation, and of a block
constexpr unsigned word_bits = 64;
constexpr unsigned most_solutions = 32;        // limit of `bits`
constexpr std::uint64_t slots_of_1000 = 1035;  // less raises the rate of false positives

constexpr std::uint64_t mix(std::uint64_t x) {  // the finalizer of splitmix64
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

std::size_t blocks_for(std::size_t hashes) {
  const std::size_t slots = static_cast<std::size_t>(hashes * slots_of_1000 / 1000) + width - 1;
  return (slots + width - 1) / width;
}

struct equation {
  std::size_t start;  // first slot
  wide slots;         // bit i: slot start + i; bit 0 is set
};

equation equation_of(std::uint64_t hash, std::size_t blocks) {
  const std::uint64_t starts = blocks * width - (width - 1);
  const std::uint64_t low = mix(hash ^ 0x9e3779b97f4a7c15U) | 1U;
  const std::uint64_t high = mix(hash + 0xd1b54a32d192ed03U);
  return {static_cast<std::size_t>((static_cast<wide>(hash) * starts) >> word_bits),
          (static_cast<wide>(high) << word_bits) | low};
}

std::uint64_t low_word(wide slots) {
  return static_cast<std::uint64_t>(slots);
}

std::uint64_t high_word(wide slots) {
  return static_cast<std::uint64_t>(slots >> word_bits);
}

bool is_odd(wide slots) {
  return (std::popcount(low_word(slots) ^ high_word(slots)) & 1) != 0;
}

unsigned trailing_zeros(wide slots) {
  const std::uint64_t low = low_word(slots);
  return static_cast<unsigned>(low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high_word(slots)));
}

// Gaussian elimination: rows[s] becomes an equation that starts at slot s, or 0.
std::vector<wide> eliminate(std::span<const std::uint64_t> hashes, std::size_t blocks) {
  std::vector<wide> rows(blocks * width);
  for (const std::uint64_t hash : hashes) {
    auto [slot, slots] = equation_of(hash, blocks);
    while (rows[slot] != 0) {
      slots ^= rows[slot];
      if (slots == 0) break;
      const unsigned zeros = trailing_zeros(slots);
      slot += zeros;
      slots >>= zeros;
    }
    if (slots != 0) rows[slot] = slots;
  }
  return rows;
}

}  // namespace

std::size_t ribbon_words(std::size_t hashes, unsigned bits) {
  return blocks_for(hashes) * bits * (width / word_bits);
}

bool ribbon_holds(std::span<const std::uint64_t> words, std::size_t hashes, unsigned bits,
                  std::uint64_t hash) {
  const auto [start, slots] = equation_of(hash, blocks_for(hashes));
  const std::size_t block_words = std::size_t{2} * bits;
  const std::uint64_t* const block = words.data() + start / width * block_words;
  const unsigned shift = start % width;
  for (unsigned bit = 0; bit < bits; ++bit) {
    const auto solution = [&](const std::uint64_t* of) {
      const std::size_t word = std::size_t{2} * bit;
      return (static_cast<wide>(of[word + 1]) << word_bits) | of[word];
    };
    wide window = solution(block) >> shift;
    if (shift != 0) window |= solution(block + block_words) << (width - shift);
    if (is_odd(window & slots)) return false;
  }
  return true;
}

std::vector<std::uint64_t> make_ribbon(std::span<const std::uint64_t> hashes, unsigned bits) {
  const std::size_t blocks = blocks_for(hashes.size());
  const std::vector<wide> rows = eliminate(hashes, blocks);
  std::vector<std::uint64_t> words(ribbon_words(hashes.size(), bits));
  std::array<wide, most_solutions> solved{};  // of each bit: bit 0 is the solution of the last solved slot
  for (std::size_t slot = rows.size(); slot-- > 0;) {
    const wide others = rows[slot] >> 1U;
    const std::uint64_t random = mix(slot + 1);
    for (unsigned bit = 0; bit < bits; ++bit) {
      const bool is_set = rows[slot] != 0 ? is_odd(others & solved[bit]) : ((random >> bit) & 1U) != 0;
      solved[bit] = (solved[bit] << 1U) | static_cast<wide>(is_set);
    }
    if (slot % width != 0) continue;
    std::uint64_t* const block = words.data() + slot / width * 2 * bits;
    for (unsigned bit = 0; bit < bits; ++bit) {
      block[std::size_t{2} * bit] = low_word(solved[bit]);
      block[std::size_t{2} * bit + 1] = high_word(solved[bit]);
    }
  }
  return words;
}

}  // namespace urlsieve
