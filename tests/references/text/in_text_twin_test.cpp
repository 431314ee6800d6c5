// The finder equals its reference implementation, which applies the exact rules everywhere: on all test
// vectors, on texts generated from the tokens of the rules, at every offset in a block, and on real text.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "src/references/text/in_text.hpp"
#include "src/text/scan/kernel_targets.hpp"
#include "tests/oracle/text_twin.hpp"

namespace urlsieve {
namespace in_text_twin_test {

std::string outcome_of(const findings& found, const stats& counted) {
  std::string report;
  for (const reference& link : found.references) {
    report.append(std::to_string(link.position))
        .append(1, ' ')
        .append(name_of(link.delimited))
        .append(1, ' ');
    report.append(std::to_string(link.flags)).append(1, ' ').append(link.raw).append(1, '\n');
  }
  for (std::size_t i = 0; i < rejection_count; ++i)
    if (counted.rejected[i] != 0)
      report.append(name_of(static_cast<rejection>(i)))
          .append(1, ' ')
          .append(std::to_string(counted.rejected[i]))
          .append(1, '\n');
  return report;
}

template <class Finder>
std::string find_with(std::string_view text, const text_search& options, std::string_view base = {}) {
  Finder finder(options);
  findings found;
  stats counted;
  document searched;
  searched.body = text;
  searched.base = base;
  finder.find(searched, found, counted);
  return outcome_of(found, counted);
}

text_search options_of(unsigned choice) {
  text_search options;
  options.abbreviated = static_cast<abbreviated_choice>(choice % 3);
  options.hyphen = static_cast<hyphen_choice>(choice / 3 % 3);
  options.join_quoted = choice / 9 % 3 == 0;
  options.join_spaces = choice / 27 % 3 == 0;
  if (choice % 7 == 0) options.max_url = 40;
  return options;
}

std::string make_text(std::mt19937& random) {
  static const std::vector<std::string> pieces{"http://",
                                               "https://",
                                               "ftp://",
                                               "HTTP://",
                                               "a",
                                               "b.c",
                                               "example.com",
                                               "www.",
                                               "ftp.",
                                               "/",
                                               "?",
                                               "#",
                                               "x",
                                               "1",
                                               "23",
                                               ":",
                                               "::",
                                               ".",
                                               "..",
                                               ",",
                                               ";",
                                               "!",
                                               "(",
                                               ")",
                                               "[",
                                               "]",
                                               "{",
                                               "}",
                                               "|",
                                               "'",
                                               "*",
                                               "_",
                                               "~",
                                               "~~",
                                               "-",
                                               "@",
                                               "&",
                                               "&gt;",
                                               "&amp;",
                                               "\"",
                                               "<",
                                               ">",
                                               "<URL:",
                                               " ",
                                               "\n",
                                               "\n> ",
                                               "\t",
                                               "\\",
                                               "`",
                                               "^",
                                               "\xC3\xA9",
                                               "\xE3\x80\x82",
                                               "\xE2\x80\x9D",
                                               "\xFF",
                                               "\xC2\xA0",
                                               "\xE3\x80\x8A",
                                               "\xE3\x80\x8B",
                                               "\xE6\x97\xA5",
                                               "www.a.bc",
                                               "${",
                                               "sip:",
                                               "%20",
                                               "%A9+",
                                               "\\n",
                                               "=",
                                               "+",
                                               "mailto:",
                                               "urn:isbn:",
                                               "tel:+123",
                                               "news:",
                                               "file:",
                                               "file:///",
                                               "'s",
                                               "[1]",
                                               "[/b]",
                                               "','",
                                               "'+'",
                                               "'/>",
                                               "$",
                                               "data:,",
                                               "s",
                                               "path/that/goes/on/and/on/for/a/while",
                                               "git+ssh://",
                                               "view-source:"};
  std::string text = random() % 3 == 0 ? "http://" : "";
  const unsigned count = 1 + static_cast<unsigned>(random() % 16);
  for (unsigned i = 0; i < count; ++i) text += pieces[random() % pieces.size()];
  return text;
}

// Returns a URL with special characters before, inside and after.
std::string make_wrapped(std::mt19937& random) {
  static const std::vector<std::string> openers{"\"", "<", "(",     "'",  "*",  "_", "|", "~~",
                                                "~",  "[", "<URL:", "< ", "\n", " ", "",  "<\xC2\xA0"};
  static const std::vector<std::string> hosts{"a",     "a.b",  "a.b:80", "u@a.b", "a.b.", "a.b-",
                                              "[::1]", "a..b", "a,b",    "{a}",   "a.b:x"};
  static const std::vector<std::string> inside{"/",
                                               "a",
                                               "(",
                                               ")",
                                               "[1]",
                                               "[/b]",
                                               "','",
                                               "'+'",
                                               "'/>",
                                               "'",
                                               "*",
                                               "_",
                                               "|",
                                               "~~",
                                               ",",
                                               ";",
                                               ".",
                                               "?",
                                               "#",
                                               "&gt;",
                                               "${",
                                               "\xC2\xA0",
                                               "\xE3\x80\x8A",
                                               "\xE3\x80\x8B",
                                               "&",
                                               "\n",
                                               "- \n",
                                               " ",
                                               "\n> ",
                                               "http://",
                                               "\xC3\xA9",
                                               "longer/parts/of/a/path/that/fill/a/block"};
  static const std::vector<std::string> closers{"\"", ">", ")",   "'", "*", "_",  "|",
                                                "~~", "]", "'s ", ".", "",  "\n", "&quot;"};
  std::string text = openers[random() % openers.size()] + (random() % 4 == 0 ? "foo://" : "http://");
  text += hosts[random() % hosts.size()];
  for (unsigned i = static_cast<unsigned>(random() % 6); i > 0; --i) text += inside[random() % inside.size()];
  for (unsigned i = static_cast<unsigned>(random() % 4); i > 0; --i)
    text += closers[random() % closers.size()];
  return text;
}

class in_text_twin : public ::testing::TestWithParam<kernel_target> {
 protected:
  void SetUp() override { run_kernels_on(GetParam()); }
  void TearDown() override { run_kernels_on(0); }
};

TEST_P(in_text_twin, agrees_on_random_texts) {
  for (unsigned seed = 0; seed < 40000; ++seed) {
    std::mt19937 random(seed);
    const std::string text = seed % 2 == 0 ? make_text(random) : make_wrapped(random) + make_wrapped(random);
    const text_search options = options_of(static_cast<unsigned>(random()));
    ASSERT_EQ(find_with<text_finder>(text, options), find_with<oracle::text_twin>(text, options))
        << "seed " << seed << ": " << text;
  }
}

// A text at every offset in a block, followed by text of every length.
TEST_P(in_text_twin, agrees_at_every_alignment_and_length) {
  const std::string core =
      "(see <http://a.example/x?y=(z)> or \"https://b.example:80/\", http://c.example/d_(e)). <mailto: "
      "f@g.h> www.i.example/j; ";
  for (std::size_t before = 0; before < 64; ++before) {
    const std::string text = std::string(before, '.') + core;
    for (std::size_t size = before; size <= text.size(); ++size) {
      const std::string_view cut = std::string_view(text).substr(0, size);
      ASSERT_EQ(find_with<text_finder>(cut, {}), find_with<oracle::text_twin>(cut, {}))
          << before << " " << size;
    }
  }
  for (std::size_t length = 0; length <= 257; ++length)
    for (const char* const tail : {"", ".", ").", "\"", ">", "/'s ", " ", "\xC3\xA9", "]", "&gt;"}) {
      const std::string text = "\"http://" + std::string(length, 'a') + tail;
      ASSERT_EQ(find_with<text_finder>(text, {}), find_with<oracle::text_twin>(text, {})) << length << tail;
    }
}

TEST_P(in_text_twin, agrees_on_long_texts_over_stretches) {
  std::mt19937 random(7);
  std::string text;
  while (text.size() < 200000) {
    text += make_text(random);
    text.append(random() % 100, random() % 5 == 0 ? '\n' : 'w');
  }
  EXPECT_EQ(find_with<text_finder>(text, {}), find_with<oracle::text_twin>(text, {}));
  EXPECT_EQ(find_with<text_finder>(text, {}, "http://base/"),
            find_with<oracle::text_twin>(text, {}, "http://base/"));
}

INSTANTIATE_TEST_SUITE_P(targets, in_text_twin, ::testing::ValuesIn(runnable_targets()),
                         [](const ::testing::TestParamInfo<kernel_target>& param) {
                           return name_of_target(param.param);
                         });

}  // namespace in_text_twin_test
}  // namespace urlsieve
