#include "src/shards/parquet/foreign_deltas.hpp"

#include <algorithm>
#include <string_view>

namespace urlsieve::parquet {
namespace {

constexpr std::uint64_t largest_block = 1U << 16U;

// Returns the number of `width` bits at bit `at` of `packed`.
std::uint64_t bits_at(std::string_view packed, std::size_t at, unsigned width) {
  std::uint64_t number = 0;
  for (unsigned done = 0; done < width;) {
    const std::size_t bit = at + done;
    const unsigned in_byte = static_cast<unsigned>(bit % 8);
    const unsigned taken = std::min(8 - in_byte, width - done);
    const auto byte = static_cast<unsigned char>(packed[bit / 8]);
    number |= (std::uint64_t{byte} >> in_byte & ((1U << taken) - 1)) << done;
    done += taken;
  }
  return number;
}

}  // namespace

bool take_foreign_deltas(byte_cursor& from, std::size_t count, std::vector<std::int64_t>& numbers) {
  numbers.clear();
  const std::uint64_t block = from.varint();
  const std::uint64_t parts = from.varint();
  if (from.varint() != count || parts == 0 || block == 0 || block > largest_block || parts > block ||
      block % parts != 0 || (block / parts) % 8 != 0)
    return false;
  // Numbers wrap, as their differences may exceed 63 bits.
  auto last = static_cast<std::uint64_t>(unzigzag(from.varint()));
  if (from.failed()) return false;
  if (count != 0) numbers.push_back(static_cast<std::int64_t>(last));
  const auto part = static_cast<std::size_t>(block / parts);
  while (numbers.size() < count) {
    const auto least = static_cast<std::uint64_t>(unzigzag(from.varint()));
    const std::string_view widths = from.take(parts);
    for (std::size_t i = 0; i < widths.size() && numbers.size() < count; ++i) {
      const auto width = static_cast<unsigned>(static_cast<unsigned char>(widths[i]));
      if (width > 64) return false;
      const std::string_view packed = from.take(std::uint64_t{width} * part / 8);
      if (from.failed()) return false;
      for (std::size_t k = 0; k < part && numbers.size() < count; ++k) {
        last += least + bits_at(packed, k * width, width);
        numbers.push_back(static_cast<std::int64_t>(last));
      }
    }
    if (from.failed()) return false;
  }
  return true;
}

}  // namespace urlsieve::parquet
