#include "src/codec/inflate_lane.hpp"

#include <cstring>

namespace urlsieve {
namespace {

std::uint64_t low_bits(std::uint64_t bits, unsigned count) {
  return bits & ((std::uint64_t{1} << count) - 1);
}

std::uint64_t bit_address(const std::uint8_t* byte) {
  return std::uint64_t{reinterpret_cast<std::uintptr_t>(byte)} << 3U;
}

// Copies a match, which may overlap its source: a distance below the length repeats copied bytes.
void copy_match(std::uint8_t* to, std::size_t distance, std::size_t length, const std::uint8_t* output_end) {
  const std::uint8_t* from = to - distance;
  std::uint8_t* const end = to + length;
  constexpr std::ptrdiff_t wide = 32;
  if (output_end - end >= wide) {
    if (distance == 1) {
      std::memset(to, *from, length);
      return;
    }
    if (distance >= 8) {
      for (; to < end; to += 8, from += 8) std::memcpy(to, from, 8);
      return;
    }
  }
  while (to < end) *to++ = *from++;
}

}  // namespace

void inflate_lane::start(std::string_view stored, std::span<char> output) {
  const auto* const first = reinterpret_cast<const std::uint8_t*>(stored.data());
  bit = bit_address(first);
  in_end = first + stored.size();
  begin = out = reinterpret_cast<std::uint8_t*>(output.data());
  output_end = begin + output.size();
  last_block = false;
  now = state::block_end;
}

void inflate_lane::enter_block() {
  while (now == state::block_end) {
    if (last_block)
      now = state::finished;
    else if (!enter_next_block())
      now = state::failed;
  }
}

bool inflate_lane::enter_next_block() {
  bit_place from{bit, in_end};
  const std::uint64_t head = from.peek();
  from.bit += 3;
  last_block = (head & 1U) != 0;
  switch (head >> 1U & 3U) {
    case 0:
      return copy_stored(from);
    case 1:
      codes.set_fixed();
      break;
    case 2:
      if (!codes.read(from)) return false;
      break;
    default:
      return false;
  }
  if (from.past_end()) return false;
  bit = from.bit;
  now = state::running;
  return true;
}

bool inflate_lane::copy_stored(bit_place from) {
  from.bit = (from.bit + 7) & ~std::uint64_t{7};
  const std::uint8_t* const head = from.byte();
  constexpr std::ptrdiff_t head_size = 4;
  if (in_end - head < head_size) return false;
  const unsigned size = head[0] | head[1] * 256U;
  const unsigned inverse = head[2] | head[3] * 256U;
  if ((size ^ inverse) != 0xFFFFU) return false;
  if (in_end - head - head_size < std::ptrdiff_t{size} || output_end - out < std::ptrdiff_t{size})
    return false;
  if (size != 0) std::memcpy(out, head + head_size, size);
  out += size;
  bit = bit_address(head + head_size + size);
  return true;
}

inflate_lane::position inflate_lane::step(position at) {
  const bit_place from{at.bit, in_end};
  const std::uint64_t bits = from.peek();
  const table_entry entry = codes.litlen[low_bits(bits, block_codes::litlen_bits)];
  unsigned symbol = entry >> 16U;
  unsigned size = entry & 0xFFU;
  if (entry == rare_entry) {
    const canonical_code::found found = codes.litlen_code.find_long(bits, block_codes::litlen_bits);
    symbol = found.symbol;
    size = found.length;
    if (size == 0 || symbol > end_of_block + length_symbols) return fail(at);
    if (symbol > end_of_block) {
      const value_range range = length_ranges[symbol - end_of_block - 1];
      const auto more = static_cast<unsigned>(low_bits(bits >> size, range.extra));
      return step_match(at, bits, size + range.extra, range.base + more);
    }
  } else if (entry >= rare_entry) {
    if ((entry & end_flag) == 0) return fail(at);
    symbol = end_of_block;
  } else if ((entry & literal_flag) == 0) {
    return step_match(at, bits, size,
                      symbol + static_cast<unsigned>(low_bits(bits, size) >> (entry >> 8U & 15U)));
  }
  const std::uint64_t next = at.bit + size;
  if (bit_place{next, in_end}.past_end()) return fail(at);
  if (symbol == end_of_block) {
    now = state::block_end;
    return {next, at.out};
  }
  if (at.out == output_end) return fail(at);
  *at.out = static_cast<std::uint8_t>(symbol);
  return {next, at.out + 1};
}

inflate_lane::position inflate_lane::step_match(position at, std::uint64_t bits, unsigned used,
                                                unsigned length) {
  bits >>= used;
  const block_codes::distance_entry& entry = codes.distance[low_bits(bits, block_codes::distance_bits)];
  std::size_t distance = 0;
  if (entry.size != 0) {
    distance = static_cast<std::size_t>(entry.base) + (low_bits(bits, entry.size) >> entry.code_size);
    used += entry.size;
  } else {
    const canonical_code::found found = codes.distance_code.find_long(bits, block_codes::distance_bits);
    if (found.length == 0 || found.symbol >= distance_symbols) return fail(at);
    const value_range range = distance_ranges[found.symbol];
    distance = range.base + low_bits(bits >> found.length, range.extra);
    used += found.length + range.extra;
  }
  const std::uint64_t next = at.bit + used;
  if (bit_place{next, in_end}.past_end() || distance > static_cast<std::size_t>(at.out - begin) ||
      std::ptrdiff_t{length} > output_end - at.out)
    return fail(at);
  copy_match(at.out, distance, length, output_end);
  return {next, at.out + length};
}

}  // namespace urlsieve
