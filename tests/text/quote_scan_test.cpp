// The kernel equals a scalar loop: on every instruction set of the machine, for lengths up to four vectors,
// at every alignment.
#include "src/text/scan/quote_scan.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "src/text/scan/kernel_targets.hpp"
#include "tests/oracle/quote_scan_twin.hpp"

namespace urlsieve {
namespace quote_scan_test {

class quote_scan : public ::testing::TestWithParam<kernel_target> {
 protected:
  void SetUp() override { run_kernels_on(GetParam()); }
  void TearDown() override { run_kernels_on(0); }

  static void expect_the_same(const std::string& text, std::size_t offset) {
    // Bytes around the text must not affect the result.
    const std::string around = std::string(offset, '\\') + text + "\"\x01\xFF";
    const auto bytes = std::make_unique<char[]>(around.size());
    std::memcpy(bytes.get(), around.data(), around.size());
    std::vector<std::uint32_t> expected;
    const quote_marks twin = oracle::find_quotes(text, expected);
    std::vector<std::uint32_t> found(text.size() + 3);
    const quote_marks marks = find_quotes(bytes.get() + offset, text.size(), found.data());
    ASSERT_EQ(marks.count, twin.count) << text;
    ASSERT_EQ(marks.has_controls, twin.has_controls) << text;
    ASSERT_EQ(marks.has_non_ascii, twin.has_non_ascii) << text;
    found.resize(marks.count);
    ASSERT_EQ(found, expected) << text;
  }
};

TEST_P(quote_scan, equals_the_reference_at_every_length_and_alignment) {
  std::mt19937 random(8259);
  for (std::size_t size = 0; size <= 257; ++size) {
    for (std::size_t offset = 0; offset < 64; ++offset) {
      // Sometimes only quotes and backslashes, mostly few of them.
      const unsigned rarity = random() % 4 == 0 ? 1 : 1 + random() % 30;
      std::string text(size, 'x');
      for (char& c : text) {
        if (random() % rarity == 0) c = random() % 2 == 0 ? '"' : '\\';
        if (random() % 400 == 0) c = static_cast<char>(random() % 256);
      }
      expect_the_same(text, offset);
    }
  }
}

TEST_P(quote_scan, knows_runs_of_backslashes_across_blocks) {
  for (std::size_t before = 50; before < 80; ++before)
    for (std::size_t run = 0; run < 140; ++run)
      expect_the_same(std::string(before, '.') + "\"" + std::string(run, '\\') + "\"\"a\\\\\"", 0);
}

INSTANTIATE_TEST_SUITE_P(targets, quote_scan, ::testing::ValuesIn(runnable_targets()),
                         [](const ::testing::TestParamInfo<kernel_target>& param) {
                           return name_of_target(param.param);
                         });

}  // namespace quote_scan_test
}  // namespace urlsieve
