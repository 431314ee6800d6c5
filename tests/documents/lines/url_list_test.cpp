#include "src/documents/lines/url_list.hpp"

#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace urlsieve {
namespace url_list_test {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<reference> out;
  read_url_lines(text, out);
  std::vector<std::string> all;
  for (const reference& link : out) {
    EXPECT_EQ(link.raw, text.substr(link.position, link.raw.size()));
    EXPECT_EQ(link.where, "");
    EXPECT_EQ(link.delimited, delimiter::none);
    all.emplace_back(link.raw);
  }
  return all;
}

using strings = std::vector<std::string>;

TEST(read_url_lines, takes_lines_as_they_are) {
  EXPECT_EQ(lines_of("http://a/\nhttp://b/ \r\n#c\nlast"),
            (strings{"http://a/", "http://b/ ", "#c", "last"}));
}

TEST(read_url_lines, leaves_out_blank_lines) {
  EXPECT_EQ(lines_of("\n\r\n  \n\t\r\na\n\n"), (strings{"a"}));
  EXPECT_EQ(lines_of(""), strings{});
  EXPECT_EQ(lines_of("\n"), strings{});
}

TEST(read_url_lines, drops_a_mark_in_front_of_any_line) {
  EXPECT_EQ(lines_of("\xEF\xBB\xBFhttp://a/\n\xEF\xBB\xBF\n\xEF\xBB\xBFhttp://b/\n"),
            (strings{"http://a/", "http://b/"}));
}

TEST(read_url_lines, keeps_a_carriage_return_inside) {
  EXPECT_EQ(lines_of("a\rb\r\r\nc"), (strings{"a\rb\r", "c"}));
}

TEST(is_url_line, wants_one_absolute_url) {
  for (const std::string_view line :
       {"http://a", "  http://a/b?c \r", "x+y-1.z://\xC3\xA9", "http://a;http://b", "http://a/caf\xE9",
        "http://a.example/\u65B0\u9752\u5E74", "http://a\u3002", "http://a/\u201Cx\u201D"})
    EXPECT_TRUE(is_url_line(line)) << line;
  for (const std::string_view line :
       {"", " ", "http://", "a", "/a", "//a/", "mailto:a@b", "1a://b", "a b://c", "://a", "http://a b",
        "http://a\tb", "<http://a>", "\"http://a\"", "http://a\x7F", "http:/a"})
    EXPECT_FALSE(is_url_line(line)) << line;
  for (const std::string_view line : {"http://a.example/\u3000title", "http://a\u00A0b",
                                      "http://a\u2028http://b", "http://a\u3001http://b"})
    EXPECT_FALSE(is_url_line(line)) << line;
}

TEST(read_counted_lines, reads_the_count_of_each_line) {
  const std::string text =
      "http://a/\t5\n\nhttp://b/ \t 7 \tx\r\nhttp://c/\n\xEF\xBB\xBFhttp://d/\t\n"
      "http://e/\t9223372036854775807\nhttp://f/\t9223372036854775808\nhttp://g/\t-1\n\t2\nhttp://h/\t1 2";
  std::vector<reference> out;
  std::vector<std::uint64_t> counts;
  std::vector<bad_line_count> bad;
  read_counted_lines(text, 2, out, counts, bad);
  strings urls;
  for (const reference& found : out) urls.emplace_back(found.raw);
  EXPECT_EQ(urls, (strings{"http://a/", "http://b/ ", "http://c/", "http://d/", "http://e/", "http://f/",
                           "http://g/", "", "http://h/"}));
  EXPECT_EQ(counts, (std::vector<std::uint64_t>{5, 7, 1, 1, 9223372036854775807U, 1, 1, 2, 1}));
  strings faults;
  for (const bad_line_count& line : bad) {
    EXPECT_TRUE(text.substr(line.position).starts_with(line.written));
    faults.emplace_back(line.written);
  }
  EXPECT_EQ(faults, (strings{"", "", "9223372036854775808", "-1", "1 2"}));
  EXPECT_EQ(bad[0].written.data(), nullptr);
  EXPECT_EQ(bad[0].position, text.find("http://c/"));
  EXPECT_NE(bad[1].written.data(), nullptr);
}

TEST(read_url_lines, agrees_with_getline) {
  std::mt19937 random(5);
  constexpr std::string_view alphabet = "ab \t\r\n\n";
  for (int round = 0; round < 2000; ++round) {
    std::string text(random() % 40, ' ');
    for (char& c : text) c = alphabet[random() % alphabet.size()];
    strings expected;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
      if (line.ends_with('\r')) line.pop_back();
      if (line.find_first_not_of(" \t\r") != std::string::npos) expected.push_back(line);
    }
    ASSERT_EQ(lines_of(text), expected) << text;
  }
}

}  // namespace url_list_test
}  // namespace urlsieve
