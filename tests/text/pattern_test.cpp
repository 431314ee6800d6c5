#include "src/text/pattern.hpp"

#include <gtest/gtest.h>

#include <random>
#include <regex>
#include <string>
#include <utility>

namespace urlsieve {
namespace pattern_test {

TEST(pattern, matches_anywhere) {
  const result<pattern> output = pattern::of("b+c");
  ASSERT_TRUE(output);
  EXPECT_TRUE(output->is_in("abbc"));
  EXPECT_TRUE(output->is_in("bc"));
  EXPECT_FALSE(output->is_in("bac"));
  EXPECT_FALSE(output->is_in(""));
}

TEST(pattern, empty_expression_matches_everything) {
  EXPECT_TRUE(pattern::of("").value().is_in(""));
  EXPECT_TRUE(pattern::of("").value().is_in("a"));
}

TEST(pattern, fault_has_its_place) {
  constexpr std::pair<const char*, const char*> rows[] = {
      {"a(b", "byte 1 of \"a(b\": missing ): a(b"},
      {"(a|(b", "byte 3 of \"(a|(b\": missing ): (a|(b"},
      {"[(](b", "byte 3 of \"[(](b\": missing ): [(](b"},
      {"\\((b", "byte 2 of \"\\\\((b\": missing ): \\((b"},
      {"a)b", "byte 1 of \"a)b\": unexpected ): a)b"},
      {"x**", "byte 1 of \"x**\": bad repetition operator: **"},
      {"ab[z-a]", "byte 3 of \"ab[z-a]\": invalid character class range: z-a"},
      {"ab\\8", "byte 2 of \"ab\\\\8\": invalid escape sequence: \\8"},
      {"a\xFF", "byte 0 of \"a\\xFF\": invalid UTF-8"},
  };
  for (const auto& [expression, why] : rows) {
    const result<pattern> output = pattern::of(expression);
    ASSERT_FALSE(output) << expression;
    EXPECT_EQ(output.error().code, error_code::usage);
    EXPECT_EQ(output.error().message, why);
  }
}

// Random expressions in the common syntax of ECMAScript and RE2, over a small alphabet.
class expression_maker {
 public:
  explicit expression_maker(unsigned seed) : random_(seed) {}

  std::string alternatives(int depth) {
    std::string output = sequence(depth);
    while (one_in(4)) output += '|' + sequence(depth);
    return output;
  }
  std::string text() {
    std::string output;
    for (unsigned i = random_() % 12; i != 0; --i) output += "ab./"[random_() % 4];
    return output;
  }

 private:
  bool one_in(unsigned n) { return random_() % n == 0; }
  std::string sequence(int depth) {
    std::string output = one_in(6) ? "^" : "";
    for (unsigned i = 1 + random_() % 3; i != 0; --i) output += repeated(depth);
    return one_in(6) ? output + '$' : output;
  }
  std::string repeated(int depth) {
    constexpr const char* marks[] = {"*", "+", "?", "{1,2}", "{2}"};
    std::string output = atom(depth);
    return one_in(3) ? output + marks[random_() % 5] : output;
  }
  std::string atom(int depth) {
    constexpr const char* atoms[] = {"a", "b", ".", "\\.", "/", "[ab]", "[^a]", "[.-/]"};
    if (depth > 0 && one_in(4)) return (one_in(2) ? "(" : "(?:") + alternatives(depth - 1) + ')';
    return atoms[random_() % 8];
  }

  std::mt19937 random_;
};

TEST(pattern, agrees_with_a_backtracker) {
  expression_maker make(7);
  std::size_t matches = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::string expression = make.alternatives(2);
    const std::regex slow(expression, std::regex::ECMAScript);
    const result<pattern> output = pattern::of(expression);
    ASSERT_TRUE(output) << output.error().message;
    for (int k = 0; k < 10; ++k) {
      const std::string text = make.text();
      const bool expected = std::regex_search(text, slow);
      EXPECT_EQ(output->is_in(text), expected) << expression << " in " << text;
      matches += expected ? 1U : 0U;
    }
  }
  EXPECT_GT(matches, 5000U);
  EXPECT_LT(matches, 28000U);
}

}  // namespace pattern_test
}  // namespace urlsieve
