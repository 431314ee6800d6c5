#include "src/text/scan/copy_and_classify.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <string>

#include "src/text/scan/kernel_targets.hpp"
#include "tests/oracle/copy_and_classify_twin.hpp"

namespace urlsieve {
namespace copy_and_classify_test {

constexpr byte_classes terms{
    rows_of(bytes::query_char), rows_of(bytes::lower | bytes::digit), {'/', '.', '\0'}};

void expect_same(const std::string& text, std::size_t alignment) {
  // The text ends at the end of its memory, so that sanitizers report reads beyond.
  const auto memory = std::make_unique<char[]>(alignment + text.size());
  std::copy(text.begin(), text.end(), memory.get() + alignment);
  std::array<char, 64 + class_window> out;
  out.fill('#');
  class_maps maps;
  copy_and_classify(memory.get() + alignment, text.size(), terms, out.data() + alignment % 64, maps);
  const class_maps expected =
      oracle::classes_of(text, bytes::query_char, bytes::lower | bytes::digit, terms.marks);
  ASSERT_EQ(maps.outside_first, expected.outside_first) << text.size() << ' ' << alignment;
  ASSERT_EQ(maps.outside_second, expected.outside_second) << text.size() << ' ' << alignment;
  ASSERT_EQ(maps.marks, expected.marks) << text.size() << ' ' << alignment;
  const char* const copied = out.data() + alignment % 64;
  ASSERT_EQ(std::string(copied, text.size()), text);
  ASSERT_TRUE(std::all_of(copied + text.size(), copied + class_window, [](char c) { return c == '\0'; }));
}

TEST(copy_and_classify, equals_the_reference_on_every_target) {
  for (const auto target : runnable_targets()) {
    run_kernels_on(target);
    SCOPED_TRACE(name_of_target(target));
    std::mt19937 random(7);
    for (std::size_t size = 0; size <= class_window; ++size) {
      std::string text(size, '\0');
      for (std::size_t alignment = 0; alignment < 64; ++alignment) {
        for (char& c : text) c = static_cast<char>(random());
        if (alignment % 2 == 0)
          for (char& c : text) c = "abz019./%#\xAF\xAE:@"[random() % 14];
        expect_same(text, alignment);
      }
    }
    // Every byte value at every offset of a vector.
    for (unsigned byte = 0; byte < 256; ++byte) {
      for (const std::size_t at : {0U, 15U, 31U, 63U, 64U, 127U}) {
        std::string text(class_window, 'a');
        text[at] = static_cast<char>(byte);
        expect_same(text, 0);
      }
    }
  }
  run_kernels_on(0);
}

}  // namespace copy_and_classify_test
}  // namespace urlsieve
