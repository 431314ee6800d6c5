// Vector kernels equal their scalar implementations: on every instruction set of the machine, for lengths up
// to a few blocks, at every alignment.
#include "src/text/scan/byte_scan.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "src/text/scan/kernel_targets.hpp"
#include "tests/oracle/byte_scan_twin.hpp"

namespace urlsieve {
namespace byte_scan_test {

const oracle::mark_sets marks{bytes::alphanum, wanted_dots::none};

// Returns mostly bytes of marks, and some other bytes.
std::string random_text(std::mt19937& random, std::size_t size) {
  static const std::string alphabet = ":::////..  wWtTpP<a3Z\n\t\"\xC3\xA9!";
  std::string text(size, '\0');
  for (char& c : text)
    c = random() % 8 == 0 ? static_cast<char>(random() % 256) : alphabet[random() % alphabet.size()];
  return text;
}

class byte_scan : public ::testing::TestWithParam<kernel_target> {
 protected:
  void SetUp() override { run_kernels_on(GetParam()); }
  void TearDown() override { run_kernels_on(0); }
};

// A copy of `text` at an offset in a cache line, followed by bytes that would be marks.
struct placed_copy {
  placed_copy(const std::string& text, std::size_t offset)
      : bytes(static_cast<char*>(std::aligned_alloc(64, (offset + text.size() + 63) / 64 * 64 + 64)),
              &std::free),
        begin(bytes.get() + offset) {
    if (!text.empty()) std::memcpy(begin, text.data(), text.size());
    std::memset(begin + text.size(), '/', 2);
  }
  std::unique_ptr<char, decltype(&std::free)> bytes;
  char* begin;
};

TEST_P(byte_scan, marks_equal_the_reference_at_every_length_and_alignment) {
  const byte_scanner scanner = byte_scanner::choose();
  std::mt19937 random(1);
  for (std::size_t size = 0; size <= 257; ++size) {
    const std::string text = random_text(random, size);
    for (const wanted_dots dots : {wanted_dots::none, wanted_dots::prefixed, wanted_dots::joining}) {
      oracle::mark_sets sets = marks;
      sets.dots = dots;
      const std::vector<std::uint32_t> expected = oracle::find_marks(text, 0, size, sets);
      for (std::size_t offset = 0; offset < 64; ++offset) {
        const placed_copy copy(text, offset);
        std::vector<std::uint32_t> found(size + 4);
        found.resize(scanner.find_marks(copy.begin, size, 0, size, sets.pattern(), found.data()));
        ASSERT_EQ(found, expected) << "size " << size << " offset " << offset;
      }
    }
  }
}

TEST_P(byte_scan, marks_of_a_range_depend_on_surrounding_bytes) {
  const byte_scanner scanner = byte_scanner::choose();
  std::mt19937 random(2);
  oracle::mark_sets sets = marks;
  sets.dots = wanted_dots::prefixed;
  const std::string text = random_text(random, 300);
  for (std::size_t from = 0; from <= text.size(); ++from)
    for (std::size_t to = from; to <= text.size(); to += 1 + random() % 7) {
      std::vector<std::uint32_t> found(to - from + 4);
      found.resize(scanner.find_marks(text.data(), text.size(), from, to, sets.pattern(), found.data()));
      ASSERT_EQ(found, oracle::find_marks(text, from, to, sets)) << from << " to " << to;
    }
}

TEST_P(byte_scan, colons_side_by_side_do_not_count) {
  const byte_scanner scanner = byte_scanner::choose();
  for (std::size_t place = 0; place < 140; ++place)
    for (const std::size_t colons : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
      std::string text(200, 'a');
      text.replace(place, colons, colons, ':');
      std::vector<std::uint32_t> found(text.size() + 4);
      const std::size_t from = place - place % 2;
      EXPECT_EQ(
          scanner.find_marks(text.data(), text.size(), from, text.size(), marks.pattern(), found.data()),
          colons == 1 ? 1U : 0U)
          << place;
    }
}

// A "<" affects its whole word, over any number of blocks.
TEST_P(byte_scan, a_colon_at_the_end_of_a_word_counts_behind_an_angle_in_it) {
  const byte_scanner scanner = byte_scanner::choose();
  for (std::size_t place = 1; place < 200; ++place)
    for (const std::size_t angle : {std::size_t{0}, place / 2, place - 1}) {
      for (const char last : {' ', '\n', '\0'}) {
        std::string text(260, 'a');
        text[place] = ':';
        text[place + 1] = last;
        std::vector<std::uint32_t> found(text.size() + 4);
        const auto count = [&] {
          return scanner.find_marks(text.data(), text.size(), 0, text.size(), marks.pattern(), found.data());
        };
        EXPECT_EQ(count(), 0U) << place;
        text[angle] = '<';
        EXPECT_EQ(count(), 1U) << place << " " << angle;
        EXPECT_EQ(found[0], place);
        text[angle + 1] = angle + 1 == place ? ':' : ' ';
        EXPECT_EQ(count(), angle + 1 == place ? 1U : 0U) << place << " " << angle;
      }
    }
}

// If a word begins before the range, its last twelve bytes before the range count.
TEST_P(byte_scan, an_angle_shortly_before_a_stretch_counts) {
  const byte_scanner scanner = byte_scanner::choose();
  for (std::size_t place = 30; place < 100; ++place)
    for (std::size_t distance = 1; distance <= 20; ++distance) {
      std::string text(200, 'a');
      text[place] = ':';
      text[place + 1] = ' ';
      text[place - distance] = '<';
      std::vector<std::uint32_t> found(text.size() + 4);
      found.resize(
          scanner.find_marks(text.data(), text.size(), place, text.size(), marks.pattern(), found.data()));
      EXPECT_EQ(found.size(), distance <= 12 ? 1U : 0U) << place << " " << distance;
    }
}

TEST_P(byte_scan, maps_equal_the_reference_for_every_byte) {
  const byte_scanner scanner = byte_scanner::choose();
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    std::array<byte_set, byte_sets::count> target{};
    byte_sets sets;
    for (std::size_t i = 0; i < target.size(); ++i) {
      std::string members(1 + random() % 40, '\0');
      for (char& c : members) c = static_cast<char>(random() % 256);
      target[i] = byte_set(std::string_view(members));
      sets.rows[i] = rows_of(target[i]);
    }
    std::string all(256 + 64, '\0');
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<char>(i);
    for (std::size_t at = 0; at <= 256; ++at) {
      byte_maps maps;
      scanner.classify(all.data() + at, sets, maps);
      const byte_maps expected = oracle::classify(std::string_view(all).substr(at, 64), target);
      ASSERT_EQ(maps.in, expected.in) << at;
      ASSERT_EQ(maps.non_ascii, expected.non_ascii) << at;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(targets, byte_scan, ::testing::ValuesIn(runnable_targets()),
                         [](const ::testing::TestParamInfo<kernel_target>& param) {
                           return name_of_target(param.param);
                         });

TEST(byte_rows, hold_the_ascii_members) {
  const byte_rows rows =
      rows_of(byte_set("\x01"
                       "A\x7F\xFF"));
  EXPECT_EQ(rows[1], 0x01 | 0x10);  // 0x01 and 'A'
  EXPECT_EQ(rows[15], 0x80);        // DEL, but not 0xFF
  EXPECT_EQ(rows[0], 0);
}

}  // namespace byte_scan_test
}  // namespace urlsieve
