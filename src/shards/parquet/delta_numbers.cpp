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

// Reads count numbers of `width` bits. Requires: `count` is at most `part`.
void unpack(std::string_view bytes, unsigned width, std::size_t count, std::uint64_t* numbers) {
  std::array<char, part * 8 + 16> padded{};
  if (!bytes.empty()) std::memcpy(padded.data(), bytes.data(), bytes.size());
  const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  for (std::size_t i = 0; i < count; ++i) {
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

// The layout of blocks, from the header of the numbers.
struct block_layout {
  std::uint64_t numbers;  // in a block
  std::uint64_t parts;    // with a bit width each
};

bool is_own(const block_layout& layout) {
  return layout.numbers == block && layout.parts == parts;
}

// Accepts the layouts of all writers: the numbers of a part fill whole bytes.
bool is_valid(const block_layout& layout) {
  constexpr std::uint64_t largest_block = 1U << 16U;
  return layout.parts != 0 && layout.numbers != 0 && layout.numbers <= largest_block &&
         layout.parts <= layout.numbers && layout.numbers % layout.parts == 0 &&
         layout.numbers / layout.parts % 8 == 0;
}

template <class Number>
bool take(byte_cursor& from, std::size_t count, std::vector<Number>& numbers,
          bool (&accepts)(const block_layout&)) {
  numbers.clear();
  block_layout layout{};
  layout.numbers = from.varint();
  layout.parts = from.varint();
  if (from.varint() != count || !accepts(layout)) return false;
  auto last = static_cast<std::uint64_t>(unzigzag(from.varint()));
  if (from.failed()) return false;
  const auto add = [&](std::uint64_t number) {
    last = number;
    numbers.push_back(static_cast<Number>(number));
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(numbers.back())) == number;
  };
  if (count == 0) return true;
  numbers.reserve(std::min(count, from.rest().size() * block));
  if (!add(last)) return false;
  const auto in_part = static_cast<std::size_t>(layout.numbers / layout.parts);
  while (numbers.size() < count) {
    const auto least = static_cast<std::uint64_t>(unzigzag(from.varint()));
    const std::string_view widths = from.take(layout.parts);
    if (from.failed()) return false;
    for (std::size_t k = 0; k < widths.size() && numbers.size() < count; ++k) {
      const auto width = static_cast<unsigned char>(widths[k]);
      if (width > 64) return false;
      const std::string_view packed = from.take(std::uint64_t{width} * in_part / 8);
      if (from.failed()) return false;
      for (std::size_t done = 0; done < in_part && numbers.size() < count; done += part) {
        std::array<std::uint64_t, part> steps;
        const std::size_t group = std::min(part, in_part - done);
        unpack(packed.substr(done * width / 8, group * width / 8), width, group, steps.data());
        const std::size_t used = std::min(group, count - numbers.size());
        for (std::size_t i = 0; i < used; ++i)
          if (!add(last + least + steps[i])) return false;
      }
    }
  }
  return true;
}

}  // namespace

void append_deltas(std::span<const std::int64_t> numbers, std::string& out) {
  append(numbers, out);
}
void append_deltas(std::span<const std::uint32_t> numbers, std::string& out) {
  append(numbers, out);
}
bool take_deltas(byte_cursor& from, std::size_t count, std::vector<std::int64_t>& numbers) {
  return take(from, count, numbers, is_own);
}
bool take_deltas(byte_cursor& from, std::size_t count, std::vector<std::uint32_t>& numbers) {
  return take(from, count, numbers, is_own);
}

bool take_foreign_deltas(byte_cursor& from, std::size_t count, std::vector<std::int64_t>& numbers) {
  return take(from, count, numbers, is_valid);
}

}  // namespace urlsieve::parquet
