#include "src/shards/row_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/shards/merged_row.hpp"

namespace urlsieve {
namespace row_layout_test {

manifest rows_of(std::vector<std::string> fields, bool jsonl = false, edge_choice edges = edge_choice::none) {
  manifest of;
  of.fields = std::move(fields);
  of.form = jsonl ? row_form::jsonl : row_form::tsv;
  of.edges = edges;
  of.options = {{"max_sources", "3"}};
  return of;
}

std::string key_of(const manifest& of, std::string_view row) {
  std::string storage;
  return std::string(row_layout(of).key(row, storage).value_or("(none)"));
}

std::vector<std::string> values_of(const manifest& of, std::string_view row) {
  row_values values;
  if (!row_layout(of).split(row, values)) return {"(none)"};
  return {values.begin(), values.end()};
}

using list = std::vector<std::string>;

TEST(row_layout, finds_the_key_in_every_column) {
  EXPECT_EQ(key_of(rows_of({"url"}), "http://a/"), "http://a/");
  EXPECT_EQ(key_of(rows_of({"url", "count"}), "http://a/\t3"), "http://a/");
  EXPECT_EQ(key_of(rows_of({"count", "url"}), "3\thttp://a/"), "http://a/");
  EXPECT_EQ(key_of(rows_of({"count", "url", "raw"}), "3\thttp://a/\tx"), "http://a/");
  EXPECT_EQ(key_of(rows_of({"count", "url"}), "3"), "(none)");
  EXPECT_EQ(key_of(rows_of({"url", "count"}), "http://a/"), "(none)");
  EXPECT_EQ(key_of(rows_of({"url"}, true), R"({"url":"http://a/"})"), "http://a/");
  EXPECT_EQ(
      key_of(rows_of({"count", "sources", "url"}, true), R"({"count":3,"sources":["a\"b","]"],"url":"u"})"),
      "u");
  EXPECT_EQ(key_of(rows_of({"raw", "url"}, true), R"({"raw":"\\","url":"a\"\u0041"})"), "a\"A");
  EXPECT_EQ(key_of(rows_of({"url"}, true), R"({"key":"http://a/"})"), "(none)");
  EXPECT_EQ(key_of(rows_of({"url"}, true), R"({"url":3})"), "(none)");
  EXPECT_EQ(key_of(rows_of({"url"}, true), R"({"url":"open)"), "(none)");
  EXPECT_EQ(key_of(rows_of({"url"}, false, edge_choice::url), "http://a/\thttp://b/"),
            "http://a/\thttp://b/");
  EXPECT_EQ(key_of(rows_of({"shard", "url", "count"}, false, edge_choice::host), "1\ta\tb\t9"), "a\tb");
}

TEST(row_layout, cuts_rows_and_puts_them_together_again) {
  EXPECT_EQ(values_of(rows_of({"url", "raw", "count"}), "u\t\t3"), (list{"u", "", "3"}));
  EXPECT_EQ(values_of(rows_of({"url", "count"}, false, edge_choice::url), "a\tb\t3"), (list{"a\tb", "3"}));
  EXPECT_EQ(values_of(rows_of({"url", "count"}), "u\t3\t4"), list{"(none)"});
  EXPECT_EQ(values_of(rows_of({"url", "count"}), "u"), list{"(none)"});
  const manifest objects = rows_of({"url", "sources", "count"}, true);
  const std::string row = R"({"url":"u\"\\","sources":["a","b]"],"count":12})";
  EXPECT_EQ(values_of(objects, row), (list{R"("u\"\\")", R"(["a","b]"])", "12"}));
  for (std::size_t size = 0; size < row.size(); ++size)
    EXPECT_EQ(values_of(objects, row.substr(0, size)), list{"(none)"}) << size;
  EXPECT_EQ(values_of(objects, row + " "), list{"(none)"});
  for (const manifest& of : {objects, rows_of({"url", "sources", "count"})}) {
    const std::string whole = of.form == row_form::jsonl ? row : "u\ta b\t12";
    std::vector<row_value> values;
    std::string again;
    ASSERT_TRUE(row_layout(of).split(whole, values));
    row_layout(of).join(values, again);
    EXPECT_EQ(again, whole + '\n');
  }
}

std::string merged(const manifest& in, const manifest& out, const std::vector<std::string>& rows) {
  merged_row joined(in, out);
  std::string text;
  if (!joined.begin(rows.front())) return "(none)";
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (!joined.add(rows[i], joined)) return "(none)";
  joined.append(7, text);
  return text;
}

TEST(merged_row, unites_sources_up_to_the_most) {
  const auto tsv = [](const std::string& first, const std::string& second) {
    const manifest of = rows_of({"url", "sources"});
    return merged(of, of, {"u\t" + first, "u\t" + second});
  };
  EXPECT_EQ(tsv("a b", "b c"), "u\ta b c\n");
  EXPECT_EQ(tsv("a b", "c d"), "u\ta b c\n");
  EXPECT_EQ(tsv("", "c"), "u\tc\n");
  EXPECT_EQ(tsv("", ""), "u\t\n");
  const auto jsonl = [](const std::string& first, const std::string& second) {
    const manifest of = rows_of({"sources", "url"}, true);
    return merged(
        of, of, {R"({"sources":)" + first + R"(,"url":"u"})", R"({"sources":)" + second + R"(,"url":"u"})"});
  };
  EXPECT_EQ(jsonl(R"(["b\",\"c"])", R"(["b","b\",\"c","d","e"])"),
            R"({"sources":["b\",\"c","b","d"],"url":"u"})"
            "\n");
  EXPECT_EQ(jsonl("[]", R"(["d"])"), R"({"sources":["d"],"url":"u"})"
                                     "\n");
}

// Typed rows are merged as text rows are, and keep separators of text rows.
TEST(merged_row, merges_typed_rows) {
  manifest of = rows_of({"shard", "url", "count", "sources", "raw", "host"});
  of.form = row_form::parquet;
  merged_row joined(of, of);
  const auto row = [](std::uint64_t count, std::span<const std::string_view> sources, std::string_view raw) {
    return std::vector{row_value::of_number(1),     row_value::of_text("http://h/"),
                       row_value::of_number(count), row_value::of_list(sources),
                       row_value::of_text(raw),     row_value()};
  };
  const std::vector<std::string_view> first{"a", "b\tc"};
  const std::vector<std::string_view> second{"b\tc", "d\n", "e"};
  const std::vector<row_value> kept = row(3, first, "x\ty");
  ASSERT_TRUE(joined.begin(kept));
  ASSERT_TRUE(joined.add(row(40, second, "z"), joined));
  const std::vector<std::string_view> united{"a", "b\tc", "d\n"};
  std::vector<row_value> expected = row(43, united, "x\ty");
  expected[0] = row_value::of_number(7);
  EXPECT_TRUE(std::ranges::equal(joined.values(7), expected));
  EXPECT_FALSE(joined.begin(std::span(kept).first(5)));

  manifest wider = of;
  wider.fields.emplace_back("path");
  merged_row widened(of, wider);
  ASSERT_TRUE(widened.begin(kept));
  EXPECT_EQ(widened.values(1).back(), row_value::of_text("/"));
}

TEST(merged_row, adds_rows_that_have_other_columns) {
  const manifest marked = rows_of({"new", "count", "url"});
  const manifest plain = rows_of({"count", "url"});
  merged_row first(marked, plain);
  merged_row second(plain, plain);
  std::string text;
  ASSERT_TRUE(first.begin("1\t3\tu"));
  ASSERT_TRUE(first.add("40\tu", second));
  first.append(0, text);
  ASSERT_TRUE(second.begin("40\tu"));
  ASSERT_TRUE(second.add("1\t3\tu", first));
  second.append(0, text);
  EXPECT_EQ(text, "43\tu\n43\tu\n");
}

TEST(merged_row, adds_counts_unites_sources_and_keeps_the_first) {
  const manifest in = rows_of({"shard", "url", "count", "sources", "raw", "new"});
  const manifest out = rows_of({"shard", "url", "count", "sources", "raw"});
  EXPECT_EQ(merged(in, out, {"0\tu\t3\ta b\tfirst\t1", "1\tu\t40\tb c\tsecond\t0", "2\tu\t500\td\tthird\t0"}),
            "7\tu\t543\ta b c\tfirst\n");
  EXPECT_EQ(merged(in, out, {"0\tu\tx\ta b\tfirst\t1"}), "(none)");
  EXPECT_EQ(merged(in, out, {"0\tu\t1\ta\tr\t1", "0\tu\t1"}), "(none)");
  EXPECT_EQ(merged(rows_of({"url", "count"}), rows_of({"url", "count"}), {"u\t18446744073709551615", "u\t3"}),
            "u\t18446744073709551615\n");
  EXPECT_EQ(merged(rows_of({"url", "count", "sources"}, true), rows_of({"url", "count", "sources"}, true),
                   {R"({"url":"u","count":1,"sources":["a"]})", R"({"url":"u","count":2,"sources":["b"]})"}),
            R"({"url":"u","count":3,"sources":["a","b"]})"
            "\n");
}

}  // namespace row_layout_test
}  // namespace urlsieve
