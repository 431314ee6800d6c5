#include "src/pipeline/outputs/row_format.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace row_format_test {

sieved_url found_as(std::string_view raw) {
  return {"http://a/", raw, "doc", "a@href", 7, flag::repaired, delimiter::bare, {}, {}, {}, {}};
}

std::string row(const output_options& options, std::string_view raw) {
  row_format format(options);
  arena storage;
  const std::string_view columns = format.columns(found_as(raw), "resolved", storage);
  std::string out;
  format.append({"http://a/", 3, columns}, out);
  return out;
}

TEST(row_format, only_url_is_the_url_and_a_line_end) {
  const row_format format{output_options{}};
  std::string out;
  format.append({"http://a/", 1}, out);
  EXPECT_EQ(out, "http://a/\n");
  EXPECT_FALSE(format.has_columns());
}

TEST(row_format, columns_stand_in_the_order_asked_for) {
  output_options options;
  options.fields = {field::raw,       field::count, field::url,    field::offset,  field::where,
                    field::delimited, field::flags, field::source, field::resolved};
  EXPECT_EQ(row(options, "HTTP://a"), "HTTP://a\t3\thttp://a/\t7\ta@href\tbare\trepaired\tdoc\tresolved\n");
}

TEST(row_format, no_field_holds_tab_or_line_end) {
  output_options options;
  options.fields = {field::raw, field::url};
  EXPECT_EQ(row(options, "a\tb\r\nc"), "a b  c\thttp://a/\n");
}

TEST(row_format, objects_hold_escaped_strings_and_numbers) {
  output_options options;
  options.format = row_form::jsonl;
  options.fields = {field::url, field::count, field::raw};
  EXPECT_EQ(row(options, "a\t\"\\\x01\xFFz"),
            "{\"url\":\"http://a/\",\"count\":3,\"raw\":\"a\\t\\\"\\\\\\u0001\\ufffdz\"}\n");
}

TEST(row_format, columns_of_a_url_are_made_when_the_row_is_written) {
  output_options options;
  options.fields = {field::domain, field::port, field::count, field::query, field::extension, field::raw};
  EXPECT_FALSE(row_format(options).wants(field::url));
  arena storage;
  for (const bool jsonl : {false, true}) {
    options.format = jsonl ? row_form::jsonl : row_form::tsv;
    row_format format(options);
    std::string out;
    format.append({"http://www.b.example:81/x.GZ?", 2, format.columns(found_as("r"), {}, storage)}, out);
    format.append({"mailto:a@b.example", 1, format.columns(found_as("r"), {}, storage)}, out);
    EXPECT_EQ(out, jsonl ? "{\"domain\":\"b.example\",\"port\":\"81\",\"count\":2,\"query\":\"\","
                           "\"extension\":\"gz\",\"raw\":\"r\"}\n"
                           "{\"domain\":null,\"port\":null,\"count\":1,\"query\":null,\"extension\":null,"
                           "\"raw\":\"r\"}\n"
                         : "b.example\t81\t2\t\tgz\tr\n\t\t1\t\t\tr\n");
  }
  options.fields = {field::url, field::host, field::surt};
  EXPECT_FALSE(row_format(options).has_columns());
}

TEST(row_format, key_is_made_from_the_url_when_the_row_is_written) {
  output_options options;
  options.key = key_form::surt;
  options.fields = {field::key, field::url, field::count};
  const row_format format(options);
  EXPECT_FALSE(format.has_columns());
  std::string out = "before\n";
  format.append({"http://www.b.example:81/x/?d=1&c", 2}, out);
  EXPECT_EQ(out, "before\nexample,b:81)/x?c&d=1\thttp://www.b.example:81/x/?d=1&c\t2\n");
  options.format = row_form::jsonl;
  out.clear();
  row_format(options).append({"mailto:A@b", 1}, out);
  EXPECT_EQ(out, "{\"key\":\"mailto:a@b\",\"url\":\"mailto:A@b\",\"count\":1}\n");
}

}  // namespace row_format_test
}  // namespace urlsieve
