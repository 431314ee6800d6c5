#include "src/cli/help/wrapped_text.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace urlsieve::cli {
namespace wrapped_text_test {

constexpr std::string_view prose =
    "What the inputs are; `urlsieve help formats` explains it. "
    "auto|text|urls|html|warc|jsonl|mail|mbox|maildir|news "
    "and a-word-that-has-no-place-to-break-it-and-is-long, then more, to the end (default: auto).";

std::string without_breaks(std::string text) {
  text.erase(
      std::remove_if(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\n' || c == '\\'; }),
      text.end());
  return text;
}

// A line is longer than the width only if the line is a single unbreakable word.
bool fits(std::string_view line, std::size_t width) {
  if (line.size() <= width) return true;
  const std::string_view word = line.substr(std::min(line.find_first_not_of(' '), line.size()));
  return word.find(' ') == std::string_view::npos &&
         word.substr(0, word.size() - 1).find('|') == std::string_view::npos;
}

TEST(wrapped, loses_nothing_and_fits) {
  for (std::size_t width = 20; width <= 200; ++width) {
    for (const std::size_t indent : {std::size_t{0}, std::size_t{2}, std::size_t{8}}) {
      for (const std::size_t used : {indent, width / 2, width}) {
        const std::string text = wrapped(prose, width, indent, used);
        EXPECT_EQ(without_breaks(text), without_breaks(std::string(prose)));
        std::istringstream lines(std::string(used, 'x') + text);
        for (std::string line; std::getline(lines, line);) {
          EXPECT_TRUE(fits(line, width)) << width << ' ' << indent << ' ' << used << ": " << line;
          EXPECT_FALSE(line.ends_with(' ')) << line;
        }
      }
    }
  }
}

TEST(wrapped, fills_its_lines) {
  EXPECT_EQ(wrapped("a bc def", 80, 0, 0), "a bc def");
  EXPECT_EQ(wrapped("a bc def", 4, 0, 0), "a bc\ndef");
  EXPECT_EQ(wrapped("a bc def", 6, 2, 2), "a bc\n  def");
  EXPECT_EQ(wrapped("a bc def", 6, 2, 6), "\n  a bc\n  def");
  EXPECT_EQ(wrapped("one|two|six", 8, 0, 0), "one|two|\nsix");
  EXPECT_EQ(wrapped("", 8, 0, 0), "");
}

TEST(wrapped_command, stays_a_command) {
  EXPECT_EQ(wrapped_command("urlsieve extract -o links", 40, 2), "urlsieve extract -o links");
  EXPECT_EQ(wrapped_command("urlsieve extract -o links", 22, 2), "urlsieve extract \\\n    -o links");
  EXPECT_EQ(wrapped_command("urlsieve parse 'a b'", 18, 0), "urlsieve parse \\\n  'a b'");
}

}  // namespace wrapped_text_test
}  // namespace urlsieve::cli
