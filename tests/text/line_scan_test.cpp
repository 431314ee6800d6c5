// The kernel equals a scalar loop: on every instruction set of the machine, for lengths up to a few blocks,
// at every alignment.
#include "src/text/scan/line_scan.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "src/text/scan/kernel_targets.hpp"

namespace urlsieve {
namespace line_scan_test {

const line_pattern dashes = line_pattern().add(byte_halves::of('-'), byte_halves::of('-'));

line_pattern fields() {
  return line_pattern()
      .add(byte_halves::in_any_case('c'), byte_halves::in_any_case('o'))
      .add(byte_halves::in_any_case('l'), byte_halves::in_any_case('i'))
      .add(byte_halves::of('\n'), {})
      .add(byte_halves::of('\r'), byte_halves::of('\n'));
}

std::size_t slow_find_line(const std::string& text, std::size_t from, const line_pattern& pattern) {
  for (std::size_t at = from; at < text.size(); ++at)
    if (text[at - 1] == '\n' && pattern.matches(text[at], at + 1 < text.size() ? text[at + 1] : '\0'))
      return at;
  return text.size();
}

class line_scan : public ::testing::TestWithParam<kernel_target> {
 protected:
  void SetUp() override { run_kernels_on(GetParam()); }
  void TearDown() override { run_kernels_on(0); }
};

TEST_P(line_scan, equals_the_reference_at_every_length_and_alignment) {
  const line_scanner scanner = line_scanner::choose();
  std::mt19937 random(1);
  const std::string alphabet = "\n\n\n--coCOli\r a";
  for (std::size_t size = 1; size <= 257; ++size) {
    for (const bool sparse : {false, true}) {
      std::string text(size, 'x');
      for (char& c : text) {
        if (!sparse || random() % 24 == 0) c = alphabet[random() % alphabet.size()];
        if (random() % 64 == 0) c = static_cast<char>(random() % 256);
      }
      for (const line_pattern& pattern : {dashes, fields()}) {
        const std::size_t from = 1 + random() % size;
        const std::size_t expected = slow_find_line(text, from, pattern);
        for (std::size_t offset = 0; offset < 64; ++offset) {
          // The bytes after the text would be a line.
          const std::unique_ptr<char, decltype(&std::free)> buffer(
              static_cast<char*>(std::aligned_alloc(64, (offset + size + 63) / 64 * 64 + 64)), &std::free);
          std::memcpy(buffer.get() + offset, text.data(), size);
          std::memset(buffer.get() + offset + size, text.back() == '\n' ? '-' : '\n', 3);
          ASSERT_EQ(scanner.find_line(buffer.get() + offset, size, from, pattern), expected)
              << "size " << size << " offset " << offset << " from " << from;
        }
      }
    }
  }
}

TEST_P(line_scan, walks_from_line_to_line) {
  const line_scanner scanner = line_scanner::choose();
  std::string text = "--first\n";
  for (int i = 0; i < 300; ++i) text += std::string(static_cast<std::size_t>(i % 70), 'y') + "\n--b\n-c\n";
  std::size_t at = 1;
  for (;;) {
    const std::size_t expected = slow_find_line(text, at, dashes);
    ASSERT_EQ(scanner.find_line(text.data(), text.size(), at, dashes), expected);
    if (expected == text.size()) break;
    at = expected + 1;
  }
}

TEST(line_pattern, letters_match_in_either_case_and_nothing_else) {
  const line_pattern pattern = fields();
  for (int first = 0; first < 256; ++first)
    for (int second = 0; second < 256; ++second) {
      const auto lower = [](int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; };
      const bool expected = (lower(first) == 'c' && lower(second) == 'o') ||
                            (lower(first) == 'l' && lower(second) == 'i') || first == '\n' ||
                            (first == '\r' && second == '\n');
      ASSERT_EQ(pattern.matches(static_cast<char>(first), static_cast<char>(second)), expected)
          << first << " " << second;
    }
}

INSTANTIATE_TEST_SUITE_P(targets, line_scan, ::testing::ValuesIn(runnable_targets()),
                         [](const ::testing::TestParamInfo<kernel_target>& param) {
                           return name_of_target(param.param);
                         });

}  // namespace line_scan_test
}  // namespace urlsieve
