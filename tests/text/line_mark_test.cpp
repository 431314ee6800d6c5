#include "src/text/lines/line_mark.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <string_view>

#include "src/text/scan/kernel_targets.hpp"

namespace urlsieve {
namespace line_mark_test {

std::size_t obvious(std::string_view text, std::size_t from, std::string_view mark) {
  for (std::size_t at = std::max<std::size_t>(from, 1); at + mark.size() <= text.size(); ++at)
    if (text[at - 1] == '\n' && text.substr(at, mark.size()) == mark) return at;
  return std::string_view::npos;
}

// The text ends at the end of its memory, so that sanitizers report reads beyond.
void expect_same(const std::string& text, std::size_t alignment, std::string_view mark) {
  const auto memory = std::make_unique<char[]>(alignment + text.size());
  std::copy(text.begin(), text.end(), memory.get() + alignment);
  const std::string_view view(memory.get() + alignment, text.size());
  for (const std::size_t from : {std::size_t{0}, std::size_t{1}, text.size() / 2, text.size()})
    ASSERT_EQ(find_line_mark(view, from, mark), obvious(view, from, mark)) << text << " from " << from;
  for (std::size_t at = find_line_mark(view, 0, mark); at != std::string_view::npos;
       at = find_line_mark(view, at + 1, mark))
    ASSERT_EQ(at, obvious(view, at, mark));
}

// Reference: returns whether a line that begins in [from, to) begins with `noted`.
bool holds_line(std::string_view text, std::size_t from, std::size_t to, char noted) {
  for (std::size_t at = std::max<std::size_t>(from, 1); at < std::min(to, text.size()); ++at)
    if (text[at - 1] == '\n' && text[at] == noted) return true;
  return false;
}

void expect_noted(const std::string& text, std::size_t alignment, std::string_view mark, char noted) {
  const auto memory = std::make_unique<char[]>(alignment + text.size());
  std::copy(text.begin(), text.end(), memory.get() + alignment);
  const std::string_view view(memory.get() + alignment, text.size());
  for (const std::size_t from : {std::size_t{0}, std::size_t{1}, text.size() / 2, text.size()}) {
    bool met = false;
    const std::size_t place = find_line_mark(view, from, mark, noted, met);
    ASSERT_EQ(place, obvious(view, from, mark)) << text << " from " << from;
    ASSERT_TRUE(met || !holds_line(view, from, place, noted)) << text << " from " << from;
    ASSERT_TRUE(!met || holds_line(view, from, text.size(), noted)) << text << " from " << from;
    met = true;
    ASSERT_EQ(find_line_mark(view, from, mark, noted, met), place);
    ASSERT_TRUE(met);
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

TEST(line_mark, equals_the_reference_at_every_length_and_alignment) {
  const std::string equals(73, '=');
  on_every_target([&] {
    std::mt19937 random(7);
    for (std::size_t size = 0; size <= 257; ++size) {
      for (std::size_t alignment = 0; alignment < 64; alignment += size % 8 == 0 ? 1 : 13) {
        std::string text(size, '\0');
        for (char& c : text) c = "\nFrom =."[random() % 8];
        expect_same(text, alignment, "From ");
        expect_same(text, alignment, ".");
        for (char& c : text) c = "\n=========="[random() % 160 == 0 ? 0 : 1];
        expect_same(text, alignment, equals);
      }
    }
  });
}

TEST(line_mark, notes_other_lines_in_the_same_pass) {
  on_every_target([] {
    std::mt19937 random(7);
    for (std::size_t size = 0; size <= 700; size += size < 300 ? 1 : 17) {
      for (std::size_t alignment = 0; alignment < 64; alignment += 13) {
        std::string text(size, 'x');
        for (char& c : text)
          if (random() % 16 == 0) c = "\n\nF.F"[random() % 5];
        expect_noted(text, alignment, "From ", '.');
        expect_noted(text, alignment, "F", '.');
        std::fill(text.begin(), text.end(), 'x');
        if (size > 2) text.replace(random() % (size - 1), 2, "\n.");
        expect_noted(text, alignment, "From ", '.');
      }
    }
  });
}

TEST(line_mark, finds_a_mark_at_every_offset) {
  on_every_target([] {
    for (std::size_t before = 0; before < 200; ++before) {
      const std::string text = std::string(before, 'x') + "\nFrom y" + std::string(before % 70, 'z');
      ASSERT_EQ(find_line_mark(text, 0, "From "), before + 1);
      ASSERT_EQ(find_line_mark(text, before + 1, "From "), before + 1);
      ASSERT_EQ(find_line_mark(text, before + 2, "From "), std::string_view::npos);
    }
  });
}

TEST(line_mark, wants_a_line_feed_before_it) {
  EXPECT_EQ(find_line_mark("From x\nFrom y", 0, "From "), 7U);
  EXPECT_EQ(find_line_mark("From x", 0, "From "), std::string_view::npos);
  EXPECT_EQ(find_line_mark("\nFrom", 0, "From "), std::string_view::npos);
  EXPECT_EQ(find_line_mark("", 0, "From "), std::string_view::npos);
}

}  // namespace line_mark_test
}  // namespace urlsieve
