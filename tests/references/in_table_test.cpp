#include "src/references/in_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/references/found_links.hpp"

namespace urlsieve {
namespace in_table_test {

using testing::lines;

// Returns "position where value" of each reference of a table; "|" separates its fields, and "'" around a
// field stands for a quote.
lines links(std::string written) {
  std::string separated = written;
  for (char& c : separated)
    if (c == '|' || c == '\n' || c == '\'') c = '\x1E';
  std::replace(written.begin(), written.end(), '\'', '"');
  text_finder text(text_search{});
  json_finder values(link_options{});
  document doc;
  doc.body = separated;
  findings found;
  stats counted;
  find_in_table(text, values, doc, written, found, counted);
  lines result;
  for (const reference& link : found.references)
    result.push_back(std::to_string(link.position) + " " + std::string(link.where) + " " +
                     std::string(link.raw));
  return result;
}

TEST(in_table, html_with_character_references) {
  EXPECT_EQ(
      links("1|'<a href=\"\"http://e.org/x?a&amp;b\"\">x</a> http://e.org/y?a&amp;b'|http://e.org/z?a&b\n"),
      (lines{"3 a@href http://e.org/x?a&b", "3 text http://e.org/y?a&b", "68 text http://e.org/z?a&b"}));
  EXPECT_EQ(links("http://e.org/w|<img src=http://e.org/x&#47;>|2\n"),
            (lines{"0 text http://e.org/w", "24 img@src http://e.org/x/"}));
  // A Latin-1 byte stays as it is.
  EXPECT_EQ(links("<a href=http://e.org/\xE9&amp;>|"), (lines{"0 a@href http://e.org/\xE9&"}));
}

TEST(in_table, json_with_escapes) {
  EXPECT_EQ(links("1|'{\"\"u\"\":\"\"http:\\/\\/e.org\\/x\"\"}'|2\n{\"u\":[\"http://e.org/y\\u0026\"]}|\n"),
            (lines{"3 json:u http://e.org/x", "43 json:u http://e.org/y&"}));
}

TEST(in_table, other_fields_are_text) {
  EXPECT_EQ(
      links("<b>&amp;</b> http://e.org/x?a&amp;b|C:\\d|{\"a\": C:\\d http://e.org/y\n<a "
            "href=http://e.org/z?a&b>|"),
      (lines{"13 text http://e.org/x?a&amp;b", "52 text http://e.org/y", "75 text http://e.org/z?a&b"}));
  EXPECT_EQ(links("[\\N]|http://e.org/x|''|'\"\"'"), (lines{"5 text http://e.org/x"}));
  EXPECT_EQ(links("\\"), lines{});
}

}  // namespace in_table_test
}  // namespace urlsieve
