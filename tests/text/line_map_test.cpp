// Line maps equal a scalar loop: on every instruction set of the machine, for lengths up to a few words, at
// every alignment.
#include "src/text/lines/line_map.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "src/text/scan/kernel_targets.hpp"

namespace urlsieve {
namespace line_map_test {

constexpr byte_set first = bytes::alphanum | byte_set("/.-:");
constexpr byte_set second = bytes::lower;
constexpr byte_classes terms{rows_of(first), rows_of(second), {'/', '.', '-'}};

bool expected(line_map::map of, const std::string& text, std::size_t at) {
  const char here = text[at];
  switch (of) {
    case line_map::feeds:
      return here == '\n';
    case line_map::candidates:
      return (here == '/' && at + 1 < text.size() && text[at + 1] == '.') ||
             (here != '\n' && !first.contains(here));
    case line_map::outside_second:
      return !second.contains(here);
    case line_map::slashes:
      return here == '/';
    case line_map::dots:
      return here == '.';
    case line_map::dashes:
      return here == '-';
    case line_map::map_count:
      break;
  }
  return false;
}

class line_map_kernel : public ::testing::TestWithParam<kernel_target> {
 protected:
  void SetUp() override { run_kernels_on(GetParam()); }
  void TearDown() override { run_kernels_on(0); }
};

TEST_P(line_map_kernel, equals_the_reference_at_every_length_and_alignment) {
  std::mt19937 random(1);
  const std::string alphabet = "\n//..--:aZ0 %\r\x7F";
  line_map map;
  for (std::size_t size = 0; size <= 200; ++size) {
    std::string text(size, 'x');
    for (char& c : text)
      c = random() % 16 == 0 ? static_cast<char>(random()) : alphabet[random() % alphabet.size()];
    for (std::size_t offset = 0; offset < 64; offset += 7) {
      const std::string buffer = std::string(offset, '/') + text + std::string(64, '-');
      map.draw(buffer.data() + offset, size, terms);
      for (unsigned kind = 0; kind < line_map::map_count; ++kind) {
        const auto of = static_cast<line_map::map>(kind);
        std::size_t next = size;
        for (std::size_t at = size; at-- > 0;) {
          ASSERT_EQ(map.word(of, at / 64) >> at % 64 & 1U, expected(of, text, at) ? 1U : 0U)
              << "map " << kind << " at " << at << " of " << size;
          ASSERT_EQ(map.from(of, at) & 1U, expected(of, text, at) ? 1U : 0U);
          if (at + line_map::window <= size) {
            const std::size_t last = at + line_map::window - 1;
            ASSERT_EQ(map.from(of, at) >> (line_map::window - 1) & 1U, expected(of, text, last) ? 1U : 0U);
          }
          if (expected(of, text, at)) next = at;
          if (next < size) {
            ASSERT_EQ(map.next(of, at), next);
          } else {
            ASSERT_GE(map.next(of, at), size);
          }
        }
        ASSERT_GE(map.next(of, size), size);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(targets, line_map_kernel, ::testing::ValuesIn(runnable_targets()),
                         [](const auto& item) { return name_of_target(item.param); });

}  // namespace line_map_test
}  // namespace urlsieve
