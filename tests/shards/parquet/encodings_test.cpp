// Page encodings: examples of the Parquet specification, and round trips.
#include <gtest/gtest.h>

#include <algorithm>

#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "src/shards/parquet/bit_runs.hpp"
#include "src/shards/parquet/column_dictionary.hpp"
#include "src/shards/parquet/compact_reader.hpp"
#include "src/shards/parquet/compact_writer.hpp"
#include "src/shards/parquet/delta_numbers.hpp"
#include "src/shards/parquet/value_bounds.hpp"
#include "src/text/encodings/utf8.hpp"

namespace urlsieve::parquet {
namespace encodings_test {

using namespace std::string_view_literals;

template <class Number>
std::string deltas_of(const std::vector<Number>& numbers) {
  std::string bytes;
  append_deltas(std::span<const Number>(numbers), bytes);
  return bytes;
}

// The numbers of two examples of Encodings.md, in blocks of 128 as real files have.
TEST(parquet_deltas, equal_the_specification) {
  EXPECT_EQ(deltas_of(std::vector<std::int64_t>{1, 2, 3, 4, 5}), "\x80\x01\x04\x05\x02\x02\0\0\0\0"sv);
  // 7 5 3 1 2 3 4 5: least difference -2; other differences 0 0 0 3 3 3 3 in two bits each, 32 of them in 8
  // bytes.
  EXPECT_EQ(deltas_of(std::vector<std::int64_t>{7, 5, 3, 1, 2, 3, 4, 5}),
            "\x80\x01\x04\x08\x0E\x03\x02\0\0\0\xC0\x3F\0\0\0\0\0\0"sv);
  EXPECT_EQ(deltas_of(std::vector<std::int64_t>{}), "\x80\x01\x04\0\0"sv);
}

TEST(parquet_deltas, come_back) {
  std::mt19937_64 random(1);
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  for (const std::size_t count : {0U, 1U, 2U, 31U, 32U, 33U, 128U, 129U, 130U, 160U, 161U, 257U, 1000U}) {
    for (unsigned width = 0; width <= 64; ++width) {
      std::vector<std::int64_t> numbers(count);
      for (std::int64_t& number : numbers)
        number = static_cast<std::int64_t>(width == 0 ? 7 : random() >> (64 - width));
      if (width == 64 && count > 1) numbers[0] = least, numbers[1] = most;
      const std::string bytes = deltas_of(numbers) + "rest";
      byte_cursor from(bytes);
      std::vector<std::int64_t> again;
      ASSERT_TRUE(take_deltas(from, count, again)) << count << ' ' << width;
      ASSERT_EQ(again, numbers);
      ASSERT_EQ(from.rest(), "rest");
      for (std::size_t cut = 0; cut + 4 < bytes.size(); cut += 1 + bytes.size() / 40) {
        byte_cursor early(std::string_view(bytes).substr(0, cut));
        ASSERT_FALSE(take_deltas(early, count, again)) << cut;
      }
    }
  }
}

TEST(parquet_deltas, are_as_many_as_was_said) {
  const std::string bytes = deltas_of(std::vector<std::uint32_t>{1, 2, 3});
  std::vector<std::uint32_t> numbers;
  for (const std::size_t count : {0U, 2U, 4U}) {
    byte_cursor from(bytes);
    EXPECT_FALSE(take_deltas(from, count, numbers));
  }
  // A negative length.
  const std::string negative = deltas_of(std::vector<std::int64_t>{1, -1});
  byte_cursor from(negative);
  EXPECT_FALSE(take_deltas(from, 2, numbers));
}

// Encodings.md: 1 to 7 in three bits are 88 C6 FA; here with a 0 before them.
TEST(parquet_runs, equal_the_specification) {
  std::string bytes;
  append_runs(std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}, 3, bytes);
  EXPECT_EQ(bytes, "\x03\x88\xC6\xFA"sv);
  bytes.clear();
  append_runs(std::vector<std::uint32_t>(100, 1), 1, bytes);
  EXPECT_EQ(bytes, "\xC8\x01\x01"sv);
}

TEST(parquet_runs, come_back) {
  std::mt19937_64 random(2);
  for (unsigned width = 0; width <= 20; ++width) {
    for (const std::size_t count : {0U, 1U, 7U, 8U, 9U, 16U, 63U, 64U, 65U, 1000U}) {
      for (const unsigned repeats : {1U, 5U, 30U}) {
        std::vector<std::uint32_t> numbers;
        while (numbers.size() < count) {
          const auto number = static_cast<std::uint32_t>(random() & ((std::uint64_t{1} << width) - 1));
          for (std::uint64_t n = 1 + random() % repeats; n != 0 && numbers.size() < count; --n)
            numbers.push_back(number);
        }
        std::string bytes;
        append_runs(numbers, width, bytes);
        std::vector<std::uint32_t> again;
        ASSERT_TRUE(read_runs(bytes, width, count, 1U << width, again)) << width << ' ' << count;
        ASSERT_EQ(again, numbers);
        if (count == 0) continue;
        ASSERT_FALSE(read_runs(bytes.substr(0, bytes.size() - 1), width, count, 1U << width, again) &&
                     width != 0);
        ASSERT_FALSE(read_runs(bytes + 'x', width, count, 1U << width, again));
        const std::uint32_t largest = *std::max_element(numbers.begin(), numbers.end());
        ASSERT_FALSE(read_runs(bytes, width, count, largest, again));
      }
    }
  }
}

// A run that declares too many values takes no memory.
TEST(parquet_runs, are_not_believed) {
  std::string bytes;
  append_varint(std::uint64_t{1} << 62U, bytes);
  bytes.push_back('\1');
  std::vector<std::uint32_t> numbers;
  EXPECT_FALSE(read_runs(bytes, 1, 1000, 2, numbers));
  EXPECT_LE(numbers.capacity(), 1000U);
}

TEST(parquet_dictionary, keeps_each_value_once) {
  column_dictionary words;
  std::vector<std::string> all;
  for (int i = 0; i < 3000; ++i) all.push_back(i == 0 ? "" : "word" + std::to_string(i * 7));
  for (std::uint32_t i = 0; i < all.size(); ++i) EXPECT_EQ(words.place_of(all[i]), i);
  for (std::uint32_t i = 0; i < all.size(); ++i) EXPECT_EQ(words.place_of(all[i]), i);
  for (std::uint32_t i = 0; i < all.size(); ++i) EXPECT_EQ(words.value(i), all[i]);
  EXPECT_EQ(words.size(), all.size());
  EXPECT_TRUE(words.plain().starts_with("\0\0\0\0\x05\0\0\0word7"sv));
  words.clear();
  EXPECT_EQ(words.place_of("x"), 0U);
}

TEST(parquet_compact, reads_back_written_values) {
  std::string bytes;
  compact_writer to(bytes);
  to.begin_struct();
  to.i32(1, -5);
  to.text(2, "two");
  to.truth(3, true);
  to.list(20, compact_type::i32, 17);
  for (int i = 0; i < 17; ++i) to.i32_element(i);
  to.begin_struct(21);
  to.i64(1, 1U << 30U);
  to.end_struct();
  to.i16(22, 7);
  to.end_struct();

  compact_reader from(bytes);
  std::string text;
  from.fields([&](int field) {
    text += std::to_string(field) + ' ';
    if (field == 1) text += std::to_string(from.number());
    if (field == 2) text += from.text();
    if (field == 21)
      from.structure([&](int inner) {
        text += std::to_string(inner) + ':' + std::to_string(from.size());
        return true;
      });
    text += ';';
    return field == 1 || field == 2 || field == 21;
  });
  EXPECT_FALSE(from.failed());
  EXPECT_EQ(text, "1 -5;2 two;3 ;20 ;21 1:1073741824;22 ;");
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    compact_reader early(std::string_view(bytes).substr(0, cut));
    early.fields([](int) { return false; });
    EXPECT_TRUE(early.failed()) << cut;
  }
}

// Nested structs, as deep as the bytes allow.
TEST(parquet_compact, nesting_has_a_bound) {
  const std::string bytes(1 << 20, '\x1C');
  compact_reader from(bytes);
  from.fields([](int) { return false; });
  EXPECT_TRUE(from.failed());
}

TEST(parquet_bounds, enclose_their_value) {
  const std::string snowman = "\xE2\x98\x83";
  for (const std::size_t longest : {longest_page_bound, longest_chunk_bound}) {
    std::vector<std::string> values{"", "a", std::string(longest, 'z'), std::string(3000, '~') + "x",
                                    std::string(3000, '\xFF')};
    for (std::size_t i = longest - 5; i < longest + 5; ++i) {
      values.push_back(std::string(i, 'b') + snowman + std::string(300, 'c'));
      values.push_back(std::string(i, '\x7F') + "x");
      std::string many = std::string(i % 3, 'a');
      while (many.size() < 600) many += snowman;
      values.push_back(many);
    }
    for (const std::string& value : values) {
      const value_bound lower = lower_bound_of(value, longest);
      EXPECT_LE(lower.value, value);
      EXPECT_LE(lower.value.size(), longest);
      EXPECT_EQ(lower.exact, lower.value == value);
      const std::optional<value_bound> upper = upper_bound_of(value, longest);
      if (is_utf8(value)) EXPECT_TRUE(is_utf8(lower.value));
      if (!upper) continue;
      EXPECT_GE(upper->value, value);
      EXPECT_LE(upper->value.size(), longest);
      EXPECT_EQ(upper->exact, upper->value == value);
      if (is_utf8(value)) EXPECT_TRUE(is_utf8(upper->value));
    }
    EXPECT_FALSE(upper_bound_of(std::string(3000, '\xFF'), longest));
    EXPECT_EQ(upper_bound_of("b" + std::string(3000, '\xFF'), longest)->value, "c");
  }
}

// Texts without an ASCII character have bounds, too.
TEST(parquet_bounds, increment_the_last_byte_of_a_character) {
  const auto above = [](const std::string& unit) {
    std::string text;
    while (text.size() < 300) text += unit;
    const std::optional<value_bound> bound = upper_bound_of(text, longest_page_bound);
    return bound ? bound->value.substr(bound->value.size() - std::min(bound->value.size(), unit.size())) : "";
  };
  EXPECT_EQ(above("\xE4\xB8\xAD"), "\xE4\xB8\xAE");
  EXPECT_EQ(above("\xC3\xBE"), "\xC3\xBF");
  EXPECT_EQ(above("\xF4\x8F\xBF\xBF"), "");  // last code point
  EXPECT_EQ(above("\xED\x9F\xBF"), "");      // the next code points are surrogates
}

}  // namespace encodings_test
}  // namespace urlsieve::parquet
