// Eight or more equal numbers become a run; all other numbers are bit-packed in groups of eight.
#include "src/shards/parquet/bit_runs.hpp"

#include <algorithm>

#include "src/shards/parquet/varints.hpp"

namespace urlsieve::parquet {
namespace {

constexpr std::size_t eight = 8;

// Appends bit-packed groups of eight; pads the last group with zeros.
void append_packed(std::span<const std::uint32_t> numbers, unsigned width, std::string& out) {
  if (numbers.empty()) return;
  const std::size_t groups = (numbers.size() + eight - 1) / eight;
  append_varint(groups << 1U | 1U, out);
  std::uint64_t word = 0;
  unsigned filled = 0;
  for (std::size_t i = 0; i < groups * eight; ++i) {
    word |= static_cast<std::uint64_t>(i < numbers.size() ? numbers[i] : 0) << filled;
    for (filled += width; filled >= 8; filled -= 8) {
      out.push_back(static_cast<char>(word));
      word >>= 8U;
    }
  }
}

}  // namespace

void append_runs(std::span<const std::uint32_t> numbers, unsigned width, std::string& out) {
  std::size_t packed_from = 0;
  for (std::size_t at = 0; at < numbers.size();) {
    std::size_t end = at + 1;
    while (end < numbers.size() && numbers[end] == numbers[at]) ++end;
    if (end - at < eight) {
      at = std::min(at + eight, numbers.size());
      continue;
    }
    append_packed(numbers.subspan(packed_from, at - packed_from), width, out);
    append_varint((end - at) << 1U, out);
    for (unsigned shift = 0; shift < width; shift += 8)
      out.push_back(static_cast<char>(numbers[at] >> shift));
    packed_from = at = end;
  }
  append_packed(numbers.subspan(packed_from), width, out);
}

bool read_runs(std::string_view bytes, unsigned width, std::size_t count, std::uint32_t bound,
               std::vector<std::uint32_t>& numbers, run_padding padding) {
  const bool is_padded = padding == run_padding::ignored;
  numbers.clear();
  byte_cursor from(bytes);
  const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
  while (numbers.size() < count) {
    const std::uint64_t head = from.varint();
    const std::uint64_t size = head >> 1U;
    const std::size_t left = count - numbers.size();
    if (from.failed() || size == 0) return false;
    if ((head & 1U) == 0) {
      std::uint32_t number = 0;
      for (unsigned shift = 0; shift < width; shift += 8)
        number |= static_cast<std::uint32_t>(from.byte()) << shift;
      if (from.failed() || (size > left && !is_padded) || number >= bound) return false;
      numbers.insert(numbers.end(), static_cast<std::size_t>(std::min<std::uint64_t>(size, left)), number);
      continue;
    }
    if (size > left / eight + 1 && (!is_padded || size > from.rest().size())) return false;
    const std::string_view packed = from.take(size * width);
    if (from.failed()) return false;
    std::uint64_t word = 0;
    unsigned filled = 0;
    std::size_t at = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(left, size * eight); ++i) {
      for (; filled < width; filled += 8)
        word |= static_cast<std::uint64_t>(static_cast<unsigned char>(packed[at++])) << filled;
      const auto number = static_cast<std::uint32_t>(word & mask);
      word >>= width;
      filled -= width;
      if (number >= bound) return false;
      numbers.push_back(number);
    }
  }
  return from.rest().empty();
}

}  // namespace urlsieve::parquet
