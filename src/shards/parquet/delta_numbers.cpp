// Unsigned arithmetic, because the encoding requires wrap-around.
#include "src/shards/parquet/delta_numbers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <string_view>

namespace urlsieve::parquet {
namespace {

constexpr std::size_t block = 128;
constexpr std::size_t parts = 4;
constexpr std::size_t part = block / parts;

using deltas = std::array<std::uint64_t, block>;

void store_little(std::uint64_t word, unsigned bytes, char* to) {
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(to, &word, bytes);
  } else {
    for (unsigned i = 0; i < bytes; ++i) to[i] = static_cast<char>(word >> (8 * i));
  }
}

std::uint64_t load_little(const char* from) {
  std::uint64_t word = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&word, from, sizeof word);
  } else {
    for (unsigned i = 0; i < 8; ++i)
      word |= static_cast<std::uint64_t>(static_cast<unsigned char>(from[i])) << (8 * i);
  }
  return word;
}

void pack(const std::uint64_t* numbers, unsigned width, std::string& out) {
  std::array<char, part * 8> packed;
  char* to = packed.data();
  std::uint64_t word = 0;
  unsigned filled = 0;
  for (std::size_t i = 0; i < part; ++i) {
    word |= numbers[i] << filled;
    filled += width;
    if (filled < 64) continue;
    store_little(word, 8, to);
    to += 8;
    filled -= 64;
    word = filled == 0 ? 0 : numbers[i] >> (width - filled);
  }
  if (filled != 0) {
    store_little(word, filled / 8, to);
    to += filled / 8;
  }
  out.append(packed.data(), static_cast<std::size_t>(to - packed.data()));
}

void unpack(std::string_view bytes, unsigned width, std::uint64_t* numbers) {
  std::array<char, part * 8 + 16> padded{};
  if (!bytes.empty()) std::memcpy(padded.data(), bytes.data(), bytes.size());
  const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  for (std::size_t i = 0; i < part; ++i) {
    const std::size_t bit = i * width;
    const char* const at = padded.data() + bit / 8;
    const unsigned shift = bit % 8;
    std::uint64_t number = load_little(at) >> shift;
    if (shift + width > 64)
      number |= static_cast<std::uint64_t>(static_cast<unsigned char>(at[8])) << (64 - shift);
    numbers[i] = number & mask;
  }
}

template <class Number>
void append(std::span<const Number> numbers, std::string& out) {
  const auto at = [&](std::size_t i) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(numbers[i]));
  };
  append_varint(block, out);
  append_varint(parts, out);
  append_varint(numbers.size(), out);
  append_varint(numbers.empty() ? 0 : zigzag(static_cast<std::int64_t>(at(0))), out);
  for (std::size_t i = 1; i < numbers.size(); i += block) {
    const std::size_t count = std::min(block, numbers.size() - i);
    deltas steps{};
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::size_t k = 0; k < count; ++k) {
      steps[k] = at(i + k) - at(i + k - 1);
      least = std::min(least, static_cast<std::int64_t>(steps[k]));
    }
    append_varint(zigzag(least), out);
    std::array<unsigned, parts> widths{};
    for (std::size_t k = 0; k < count; ++k) {
      steps[k] -= static_cast<std::uint64_t>(least);
      widths[k / part] = std::max(widths[k / part], static_cast<unsigned>(std::bit_width(steps[k])));
    }
    for (const unsigned width : widths) out.push_back(static_cast<char>(width));
    for (std::size_t k = 0; k * part < count; ++k)
      if (widths[k] != 0) pack(steps.data() + k * part, widths[k], out);
  }
}

template <class Number>
bool take(byte_cursor& from, std::size_t count, std::vector<Number>& numbers) {
  numbers.clear();
  const bool as_written = from.varint() == block && from.varint() == parts && from.varint() == count;
  auto last = static_cast<std::uint64_t>(unzigzag(from.varint()));
  if (!as_written || from.failed()) return false;
  const auto add = [&](std::uint64_t number) {
    last = number;
    numbers.push_back(static_cast<Number>(number));
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(numbers.back())) == number;
  };
  if (count == 0) return true;
  numbers.reserve(std::min(count, from.rest().size() * block));
  if (!add(last)) return false;
  while (numbers.size() < count) {
    const auto least = static_cast<std::uint64_t>(unzigzag(from.varint()));
    const std::string_view widths = from.take(parts);
    if (from.failed()) return false;
    for (std::size_t k = 0; k < parts && numbers.size() < count; ++k) {
      const auto width = static_cast<unsigned char>(widths[k]);
      if (width > 64) return false;
      std::array<std::uint64_t, part> steps;
      unpack(from.take(std::uint64_t{width} * part / 8), width, steps.data());
      if (from.failed()) return false;
      const std::size_t used = std::min(part, count - numbers.size());
      for (std::size_t i = 0; i < used; ++i)
        if (!add(last + least + steps[i])) return false;
    }
  }
  return true;
}

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

void append_deltas(std::span<const std::int64_t> numbers, std::string& out) {
  append(numbers, out);
}
void append_deltas(std::span<const std::uint32_t> numbers, std::string& out) {
  append(numbers, out);
}
bool take_deltas(byte_cursor& from, std::size_t count, std::vector<std::int64_t>& numbers) {
  return take(from, count, numbers);
}
bool take_deltas(byte_cursor& from, std::size_t count, std::vector<std::uint32_t>& numbers) {
  return take(from, count, numbers);
}

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
