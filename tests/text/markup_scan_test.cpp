#include "src/text/scan/markup_scan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <string>

#include "src/text/scan/kernel_targets.hpp"
#include "tests/oracle/markup_twin.hpp"

namespace urlsieve {
namespace markup_scan_test {

void expect_map(const markup_window::map& map, const std::vector<bool>& bits, const char* name) {
  for (std::size_t i = 0; i < bits.size(); ++i)
    ASSERT_EQ((map[i / 64] >> (i % 64) & 1U) != 0, bits[i]) << name << " of byte " << i;
  for (std::size_t i = bits.size(); i < (bits.size() + 63) / 64 * 64 + 64 && i / 64 < map.size(); ++i)
    ASSERT_EQ(map[i / 64] >> (i % 64) & 1U, 0U) << name << " behind the text, " << i;
}

void expect_same(const std::string& text, std::size_t alignment) {
  // The text ends at the end of its memory, so that sanitizers report reads beyond.
  const auto memory = std::make_unique<char[]>(alignment + text.size());
  char* const bytes = memory.get() + alignment;
  std::copy(text.begin(), text.end(), bytes);
  const auto window = std::make_unique<markup_window>();
  std::memset(window.get(), 0xFF, sizeof(markup_window));
  const bool non_ascii = alignment % 2 == 0;
  ASSERT_EQ(index_markup(bytes, text.size(), non_ascii, *window), text.size());
  const oracle::markup_bits bits = oracle::markup_of(text, non_ascii);
  expect_map(window->tags, bits.tags, "tags");
  expect_map(window->quotes, bits.quotes, "quotes");
  expect_map(window->quoted, bits.quoted, "quoted");
  expect_map(window->equals, bits.equals, "equals");
  expect_map(window->closings, bits.closings, "closings");
  expect_map(window->deviations, bits.deviations, "deviations");
  expect_map(window->stops, bits.stops, "stops");
  expect_map(window->delimiters, bits.delimiters, "delimiters");
  expect_map(window->unusual, bits.unusual, "unusual");
  for (const std::size_t from : {std::size_t{0}, text.size() / 3, text.size()}) {
    ASSERT_EQ(find_raw_text_mark(bytes, text.size(), from), oracle::raw_text_mark_of(text, from)) << text;
    ASSERT_EQ(find_style_mark(bytes, text.size(), from), oracle::style_mark_of(text, from)) << text;
    ASSERT_EQ(find_comment_end(bytes, text.size(), from), oracle::comment_end_of(text, from)) << text;
    for (const std::string_view name : {"a", "ab", "base"})
      ASSERT_EQ(find_start_tag(bytes, text.size(), from, name), oracle::start_tag_of(text, from, name))
          << text;
  }
}

template <class Check>
void on_every_target(const Check& check) {
  for (const auto target : runnable_targets()) {
    run_kernels_on(target);
    SCOPED_TRACE(name_of_target(target));
    check();
  }
  run_kernels_on(0);
}

TEST(markup_scan, equals_the_reference_at_every_length_and_alignment) {
  on_every_target([] {
    std::mt19937 random(5);
    for (std::size_t size = 0; size <= 257; ++size) {
      for (std::size_t alignment = 0; alignment < 64; alignment += size % 4 == 0 ? 1 : 9) {
        std::string text(size, '\0');
        for (char& c : text) c = "</>\"'=& -!ab\n\xE9(@\\"[random() % 17];
        expect_same(text, alignment);
      }
    }
  });
}

TEST(markup_scan, knows_every_byte_at_every_place) {
  on_every_target([] {
    for (unsigned byte = 0; byte < 256; ++byte) {
      for (std::size_t at = 0; at < 64; ++at) {
        std::string text(130, 'a');
        text[at] = text[at + 64] = static_cast<char>(byte);
        expect_same(text, byte % 2);
      }
    }
  });
}

TEST(markup_scan, fills_a_window_and_reads_one_byte_after_it) {
  on_every_target([] {
    std::string text(markup_window::size + 100, 'a');
    text[markup_window::size - 1] = '=';
    text[markup_window::size] = '"';
    const auto window = std::make_unique<markup_window>();
    EXPECT_EQ(index_markup(text.data(), text.size(), false, *window), markup_window::size);
    EXPECT_EQ(window->stops[markup_window::size / 64 - 1], 0U);
    EXPECT_EQ(window->quotes[markup_window::size / 64], 0U);
    EXPECT_EQ(index_markup(text.data(), markup_window::size, false, *window), markup_window::size);
    EXPECT_EQ(window->stops[markup_window::size / 64 - 1], std::uint64_t{1} << 63U);
  });
}

TEST(markup_scan, marks_end_tags_over_the_borders_of_blocks) {
  on_every_target([] {
    for (const std::string_view tag : {"</b>", "</b<", "</b\"", "</b", "</b x='"})
      for (std::size_t before = 0; before < 130; ++before)
        for (const std::size_t longer : {0U, 3U, 64U, 130U}) {
          std::string text(before, 'a');
          text.append(tag).insert(before + 2, longer, 'b');
          expect_same(text + "</i>", 0);
          expect_same(text, 1);
        }
  });
}

TEST(markup_scan, view_gives_the_bits_of_one_load) {
  markup_window::map map{};
  map[0] = ~std::uint64_t{0};
  map[1] = 0b101;
  for (std::size_t at = 0; at < 64; ++at)
    for (std::size_t i = 0; i < markup_window::in_view; ++i)
      EXPECT_EQ((markup_window::view(map, at) >> i & 1U) != 0, at + i < 65 || at + i == 66);
}

TEST(markup_scan, bits_from_joins_two_words) {
  markup_window::map map{};
  map[0] = std::uint64_t{1} << 63U;
  map[1] = 0b101;
  EXPECT_EQ(markup_window::bits_from(map, 0), std::uint64_t{1} << 63U);
  EXPECT_EQ(markup_window::bits_from(map, 63), 0b1011U);
  EXPECT_EQ(markup_window::bits_from(map, 64), 0b101U);
  EXPECT_EQ(markup_window::bits_from(map, 65), 0b10U);
}

}  // namespace markup_scan_test
}  // namespace urlsieve
