#include "src/documents/lines/delimited_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/documents/split_in_every_way.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

std::string fields_of(std::string_view text, const field_form& form) {
  std::string out(text.size(), '\0');
  separate_fields(text, form, out.data());
  for (char& c : out)
    if (c == '\x1E') c = '^';
  return out;
}

TEST(delimited_text, finds_the_delimiter_that_cuts_all_records_alike) {
  struct form_row {
    std::string_view text;
    char delimiter;
    unsigned count;
  };
  constexpr form_row rows[] = {{"a,b\n1,2\n", ',', 2},
                               {"a;b;c\n1;2,5;3\n", ';', 3},
                               {"a\tb\r\n1\t2\r\n", '\t', 2},
                               {"a|b\n\n1|2", '|', 2},
                               {"\xEF\xBB\xBF\"a\",b\n\"x,\ny\",2\n", ',', 2},
                               {"\"a \"\"b\"\", c\",d\n1,2\n", ',', 2},
                               {"5\" disk,1\n6\" disk,2\n", ',', 2},
                               {"sep=;\na,b;c,d;e\n1;2,5;3\n", ';', 3},
                               {"\xEF\xBB\xBF\"sep=^\"\r\n\r\na^b\n1\n", '^', 2},
                               {"sep=;\na,b\nc,d\n", '\0', 0},
                               {"sep=x\nax\nbx\n", '\0', 0},
                               {"one line\nanother\n", '\0', 0},
                               {"a,b\n1,2,3\n", '\0', 0},
                               {"", '\0', 0}};
  for (const form_row& row : rows) {
    const field_form found = find_field_form(row.text, true, 1);
    EXPECT_EQ(found.delimiter, row.delimiter) << row.text;
    EXPECT_EQ(found.count, row.count) << row.text;
  }
}

TEST(delimited_text, accepts_the_form_of_most_records_of_a_declared_table) {
  const auto form_of = [](std::string_view text, bool whole = true) {
    const field_form found = find_declared_form(text, whole);
    return std::string(found.delimiter != '\0' ? 1 : 0, found.delimiter) + std::to_string(found.count);
  };
  EXPECT_EQ(form_of("a,b\n1,2\n"), ",2");
  EXPECT_EQ(form_of("a,b\n1,2\n1,2,3\n"), ",2");
  EXPECT_EQ(form_of("title\n\na;b,c;d\n1;2;3\n4;5;6\n"), ";3");
  EXPECT_EQ(form_of("a,b\n1,2,3\n"), "0") << "half of the records";
  EXPECT_EQ(form_of("a,b\n1,2,3\n4,5"), ",2");
  EXPECT_EQ(form_of("a,b\n1,2,3\n4,5", false), "0") << "the last record is incomplete";
  EXPECT_EQ(form_of("a,b\n"), ",2");
  EXPECT_EQ(form_of("a\nb,c\nd\n"), "0") << "most lines have one field";
  EXPECT_EQ(form_of("sep=;\na;b;c\n1;2\n"), ";3");
}

TEST(delimited_text, differs_from_prose_and_lists_of_urls) {
  const auto begins = [](std::string_view name, std::string_view text) {
    return begins_delimited(input_head(name, text, true));
  };
  EXPECT_TRUE(begins("-", "a,b\n1,2\n3,4\n5,6\n"));
  EXPECT_FALSE(begins("-", "a,b\n1,2\n3,4\n"));
  EXPECT_TRUE(begins("x.CSV", "a,b\n"));
  EXPECT_FALSE(begins("x.csv", "a\n"));
  EXPECT_TRUE(begins("x.csv", "a,b\n1,2,3\n4,5\n"));
  EXPECT_FALSE(begins("-", "a,b\n1,2,3\n4,5\n6,7\n8,9\n"));
  constexpr std::string_view urls = "http://a/,1\nhttp://a/,2\nhttp://a/,3\nhttp://a/,4\n";
  EXPECT_FALSE(begins("-", urls));
  for (const std::string_view name : {"x.csv", "x.csv.gz", "X.TSV.ZST", "x.psv?dl=1", "x.tab.bz2?dl=1"})
    EXPECT_TRUE(begins(name, urls)) << name;
  EXPECT_FALSE(begins("x.gz", urls));
  for (const std::string_view cut : {"", "h", "http:", "http:/", "http://", "http://a/,5"})
    EXPECT_FALSE(begins_delimited(input_head("-", std::string(urls).append(cut), false))) << cut;
}

TEST(delimited_text, differs_from_logs) {
  const auto begins = [](std::string_view line) {
    const std::string text = std::string(line).append("\n").append(line).append("\n");
    return begins_delimited(input_head("-", text + text, true));
  };
  for (const std::string_view line :
       {R"(10.0.0.1 - - [x] "GET / HTTP/1.1" 200 5 "http://h/politik/0,1518,1,00.html" "-")",
        R"~(10.0.0.1 - - [x] "GET / HTTP/1.1" 200 5 "-" "Mozilla/5.0 (KHTML, like Gecko)")~",
        R"(10.0.0.1 - - [x] "GET / HTTP/1.1" 200 5 "http://h/a;jsessionid=1" "-")",
        "1706 5 10.0.0.1 TCP_MISS/200 512 GET http://h/a,b-1,c - DIRECT/1.2.3.4 text/html",
        "<http://h/0,1518,1,00.html>", "('http://h/a,b'),", "- [t](http://h/a,b)", "['http://h/a;b'];",
        "      5 http://h/a,b", "12:http://h/a,b", "a.html:http://h/a,b", "  http://h/a,b",
        "- url: http://h/a,b.html", "visited http://h/a;jsessionid=AB?y=1",
        "--2024-01-01 00:00:00--  http://h/a,b.html",
        "2024-01-01 00:00:01,123 INFO fetching http://h/a,1.html (queue 5 ms)",
        "2024-01-01 00:00:01,123 INFO fetching http://h/a,1.html"})
    EXPECT_FALSE(begins(line)) << line;
  for (const std::string_view line :
       {R"(1,"see http://h/a,b here",2)", R"("http://h/a,b",5 days)", "http://h/a,b,5 days",
        "a b,http://h/a,c d", R"(5" nail,see "http://h/",3)", "1;see http://h/a b;c",
        "(http://h/a),(http://h/b)", "00:00:01,http://h/a", "x <http://h/a>,b c",
        "2024-01-01 00:00:01 http://h/a,200,OK", "feed:http://h/a,Title", "see http://h/a,41"})
    EXPECT_TRUE(begins(line)) << line;
  const std::string_view requests =
      "request;status;time\nGET http://h/a;200;0.1\nGET http://h/b;200;0.2\nGET http://h/c;200;0.3\n";
  EXPECT_TRUE(begins_delimited(input_head("-", requests, true)));
  // Names of places differ, so the words are a column.
  const std::string_view texts =
      "two words http://h/a,1\nthree short words http://h/b,2\nx http://h/c,3\ny http://h/d,4\n";
  EXPECT_TRUE(begins_delimited(input_head("-", texts, true)));
  const std::string_view counted =
      "   10 http://h/a,1\n    9 http://h/b,2\n  100 http://h/c,3\n    1 http://h/d,4\n";
  EXPECT_FALSE(begins_delimited(input_head("-", counted, true)));
}

TEST(delimited_text, separates_fields_and_keeps_other_records) {
  EXPECT_EQ(fields_of("a,b\n\"c,d\",e\nx,y,z\n", {',', 2}), "a^b^^c,d^^e^x,y,z\n");
  EXPECT_EQ(fields_of("\"open,b\nc,d\n", {',', 2}), "\"open^b^c^d^");
  EXPECT_EQ(fields_of("\"a\nb\",c", {',', 2}), "^a\nb^^c");
}

TEST(delimited_splitter, cuts_between_records_in_every_way) {
  std::string table = "id,url,note\n";
  for (int i = 0; table.size() < 900'000; ++i)
    table += std::to_string(i) + ",http://a.example/" + std::to_string(i) +
             (i % 7 == 0 ? ",\"two\nlines, one \"\"quoted\"\"\"\n" : ",plain\n");
  const testing::fed all = testing::split_in_every_way<delimited_splitter>(table, input_options());
  std::string joined;
  for (const testing::kept_slice& part : all.slices) {
    EXPECT_EQ(part.offset, joined.size());
    joined += part.bytes;
    EXPECT_EQ(find_field_form(part.bytes, true, 1).count, 3U);
  }
  EXPECT_EQ(joined, table);
  EXPECT_GT(all.slices.size(), 2U);
}

}  // namespace
}  // namespace urlsieve
