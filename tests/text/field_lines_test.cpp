#include "src/text/lines/field_lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <string_view>

#include "src/text/scan/kernel_targets.hpp"

namespace urlsieve {
namespace field_lines_test {

bool is_graphic(char c) {
  return c > ' ' && c < '\x7F';
}

// `line` has no line end.
bool is_plain(std::string_view line) {
  const std::size_t shown = line.find_first_not_of(" \t");
  if (shown == std::string_view::npos) return false;
  if (shown != 0) return is_graphic(line[shown]) && line[shown] != ':';
  const std::size_t colon = line.find(':');
  if (colon == 0 || colon == std::string_view::npos || colon > 126) return false;
  return std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(colon), is_graphic) &&
         !line.substr(colon).starts_with(":/");
}

// The scanner must skip such a line if enough bytes follow.
bool is_plain_and_short(std::string_view line) {
  return is_plain(line) && (line.front() == ' ' || line.front() == '\t' || line.find(':') <= 60);
}

// The text ends at the end of its memory, so that sanitizers report reads beyond.
void expect_right(const std::string& text, std::size_t alignment) {
  const auto memory = std::make_unique<char[]>(alignment + text.size());
  std::copy(text.begin(), text.end(), memory.get() + alignment);
  const std::string_view view(memory.get() + alignment, text.size());
  const std::size_t passed = field_lines(view);
  ASSERT_LE(passed, view.size());
  std::size_t at = 0;
  while (at < passed) {
    const std::size_t feed = view.find('\n', at);
    ASSERT_NE(feed, std::string_view::npos) << text;
    ASSERT_TRUE(is_plain(view.substr(at, feed - at))) << view.substr(at, feed - at);
    at = feed + 1;
  }
  ASSERT_EQ(at, passed) << text;
  const std::size_t feed = view.find('\n', at);
  if (feed != std::string_view::npos && feed + 128 < view.size()) {
    ASSERT_FALSE(is_plain_and_short(view.substr(at, feed - at))) << view.substr(at, feed - at);
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

TEST(field_lines, equals_the_reference_at_every_length_and_alignment) {
  on_every_target([] {
    std::mt19937 random(7);
    for (std::size_t size = 0; size <= 400; ++size) {
      for (std::size_t alignment = 0; alignment < 64; alignment += size % 8 == 0 ? 1 : 13) {
        std::string text;
        while (text.size() < size) {
          if (random() % 4 == 0) text.append(random() % 70, random() % 2 == 0 ? ' ' : '\t');
          text.append(1 + random() % 70, "aB~!\x80\x7F:"[random() % 24 == 0 ? random() % 7 : 0]);
          if (random() % 16 != 0) text += ':';
          if (random() % 8 == 0) text += "//";
          text.append(random() % 100, 'v');
          text += '\n';
        }
        text.resize(size);
        expect_right(text, alignment);
        for (char& c : text)
          if (random() % 32 == 0) c = "\n: \t/\r\0\x1F\x7F\xFF"[random() % 10];
        expect_right(text, alignment);
      }
    }
  });
}

TEST(field_lines, goes_up_to_the_first_line_that_is_not_plain) {
  const std::string behind(200, '\n');
  const auto passed = [&](std::string_view lines) { return field_lines(std::string(lines) + behind); };
  on_every_target([&] {
    EXPECT_EQ(passed("Date: Monday\nTo: a\n  b\n\tc\n"), 26U);
    EXPECT_EQ(passed("A:\nB:/x\n"), 3U);
    EXPECT_EQ(passed("\nA: b\n"), 0U);
    EXPECT_EQ(passed("\r\nA: b\n"), 0U);
    EXPECT_EQ(passed(": b\n"), 0U);
    EXPECT_EQ(passed("A : b\n"), 0U);
    EXPECT_EQ(passed(" \n"), 0U);
    EXPECT_EQ(passed(" \r\n"), 0U);
    EXPECT_EQ(passed("A: b\nhttp://c.d\n"), 5U);
    EXPECT_EQ(passed("A: b\nprose without a name: c\n"), 5U);
    EXPECT_EQ(passed("A: b\nprose\n"), 5U);
    EXPECT_EQ(passed("\xC3\xA4: b\n"), 0U);
    EXPECT_EQ(passed("A: b\n" + std::string(60, 'n') + ": b\n"), 69U);
    EXPECT_EQ(passed("A: b\n" + std::string(127, 'n') + ": b\n"), 5U);
    EXPECT_EQ(passed("A: b\n" + std::string(64 + 127, 'n') + ": b\n"), 5U);
    EXPECT_EQ(passed("A: b\n" + std::string(200, ' ') + "b\n"), 207U);
    EXPECT_EQ(passed("A: " + std::string(5000, 'v') + "\nB: c\n"), 5009U);
    EXPECT_EQ(field_lines("A: b"), 0U);
    EXPECT_EQ(field_lines("A: " + std::string(500, 'v')), 0U);
    EXPECT_EQ(field_lines(""), 0U);
  });
}

}  // namespace field_lines_test
}  // namespace urlsieve
