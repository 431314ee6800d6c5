// CSV: quoting by RFC 4180 section 2, the header, and the sizes of rows.
#include "src/rows/delimited_writer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "src/rows/text_writer.hpp"

namespace urlsieve {
namespace delimited_writer_test {

using namespace std::string_view_literals;

std::string csv_of(const std::vector<row_value>& row) {
  std::string out;
  append_csv_row(row, out);
  return out;
}

TEST(csv_writer, quotes_values_only_where_needed) {
  struct vector {
    std::string_view value;
    std::string_view written;
  };
  for (const vector& each : std::vector<vector>{
           {"http://a/b", "http://a/b"},
           {"", ""},
           {" a b ", " a b "},                    // RFC 4180 2.4: blanks are part of a value
           {"http://a/b,c", "\"http://a/b,c\""},  // 2.6
           {"say \"x\"", "\"say \"\"x\"\"\""},    // 2.7
           {"\"", "\"\"\"\""},
           {"a\nb", "\"a\nb\""},
           {"a\rb", "\"a\rb\""},
           {"a\r\nb", "\"a\r\nb\""},
           {"a\tb", "a\tb"},
           {"it's; #1", "it's; #1"},
           {"\xE9\xFF\x80", "\xE9\xFF\x80"},
           {"a\0b"sv, "a\0b"sv},
           {"a value of more than one vector register, with the comma at the end,",
            "\"a value of more than one vector register, with the comma at the end,\""},
       }) {
    EXPECT_EQ(csv_of({row_value::of_text("k"), row_value::of_text(each.value)}),
              "k," + std::string(each.written) + "\n");
  }
}

TEST(csv_writer, writes_each_form_of_value) {
  const std::vector<std::string_view> plain{"a.html", "b c.html"};
  const std::vector<std::string_view> comma{"a,b", "c\nd"};
  EXPECT_EQ(csv_of({row_value(), row_value::of_number(18446744073709551615U), row_value::of_list(plain),
                    row_value::of_list(comma), row_value::of_list({}), row_value()}),
            ",18446744073709551615,a.html b%20c.html,\"a,b c%0Ad\",,\n");
}

// Readers skip an empty line, which would lose the row.
TEST(csv_writer, quotes_a_lone_empty_value) {
  EXPECT_EQ(csv_of({row_value()}), "\"\"\n");
  EXPECT_EQ(csv_of({row_value::of_text("")}), "\"\"\n");
  EXPECT_EQ(csv_of({row_value::of_list({})}), "\"\"\n");
  EXPECT_EQ(csv_of({row_value(), row_value()}), ",\n");
}

TEST(csv_writer, finds_the_end_of_a_row_that_spans_lines) {
  const std::vector<std::vector<row_value>> rows{
      {row_value::of_text("a\nb"), row_value::of_text("\"\n\"")},
      {row_value::of_text("plain"), row_value()},
      {row_value()},
      {row_value::of_text("\"\"\n"), row_value::of_text(",\r\n")},
  };
  std::string all;
  for (const std::vector<row_value>& row : rows) append_csv_row(row, all);
  std::string_view rest = all;
  for (const std::vector<row_value>& row : rows) {
    const std::string expected = csv_of(row);
    ASSERT_EQ(first_row_size(rest, row_form::csv), expected.size());
    EXPECT_EQ(rest.substr(0, expected.size()), expected);
    rest.remove_prefix(expected.size());
  }
  EXPECT_TRUE(rest.empty());
  EXPECT_EQ(first_row_size("\"a\nb\"\n", row_form::tsv), 3U) << "TSV has no quotes";
}

TEST(text_writer, names_the_columns) {
  const std::vector<std::string> words{"url", "record-offset", "new"};
  const auto header_of = [&](row_form form, bool are_edges) {
    std::string out;
    text_writer(form, row_columns(words, are_edges)).append_header(out);
    return out;
  };
  EXPECT_EQ(header_of(row_form::tsv, false), "url\trecord-offset\tnew\n");
  EXPECT_EQ(header_of(row_form::csv, false), "url,record-offset,new\n");
  EXPECT_EQ(header_of(row_form::csv, true), "document,url,record-offset,new\n");
}

TEST(text_writer, writes_the_form) {
  const std::vector<row_column> columns = row_columns(std::vector<std::string>{"url", "raw"}, false);
  const std::array row{row_value::of_text("http://a/,"), row_value::of_text("x\ty")};
  const auto written = [&](row_form form) {
    std::string out;
    text_writer(form, columns).append(row, out);
    return out;
  };
  EXPECT_EQ(written(row_form::tsv), "http://a/,\tx y\n");
  EXPECT_EQ(written(row_form::csv), "\"http://a/,\",x\ty\n");
  EXPECT_EQ(written(row_form::jsonl), "{\"url\":\"http://a/,\",\"raw\":\"x\\ty\"}\n");
}

}  // namespace delimited_writer_test
}  // namespace urlsieve
