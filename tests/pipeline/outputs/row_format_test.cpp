#include "src/pipeline/outputs/row_format.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "urlsieve/fields.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/output_options.hpp"
#include "urlsieve/url_batch.hpp"

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
  typed_row scratch;
  format.append({"http://a/", 3, columns}, scratch, out);
  return out;
}

TEST(row_format, only_url_is_the_url_and_a_line_end) {
  const row_format format{output_options{}};
  std::string out;
  typed_row scratch;
  format.append({"http://a/", 1}, scratch, out);
  EXPECT_EQ(out, "http://a/\n");
  EXPECT_FALSE(format.has_columns());
}

TEST(row_format, columns_have_the_requested_order) {
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
    typed_row scratch;
    std::string out;
    format.append({"http://www.b.example:81/x.GZ?", 2, format.columns(found_as("r"), {}, storage)}, scratch,
                  out);
    format.append({"mailto:a@b.example", 1, format.columns(found_as("r"), {}, storage)}, scratch, out);
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
  typed_row scratch;
  std::string out = "before\n";
  format.append({"http://www.b.example:81/x/?d=1&c", 2}, scratch, out);
  EXPECT_EQ(out, "before\nexample,b:81)/x?c&d=1\thttp://www.b.example:81/x/?d=1&c\t2\n");
  options.format = row_form::jsonl;
  out.clear();
  row_format(options).append({"mailto:A@b", 1}, scratch, out);
  EXPECT_EQ(out, "{\"key\":\"mailto:a@b\",\"url\":\"mailto:A@b\",\"count\":1}\n");
}

// The typed rows of shards and the columns of a batch (Arrow) have equal values, also with separators of
// text.
TEST(row_format, typed_rows_equal_the_columns_of_a_batch) {
  output_options options;
  options.fields.clear();
  for (const column_row& column : column_table)
    if (column.source != column_source::run && (column.needs & column_need::resolution) == 0)
      options.fields.push_back(column.name);
  row_format format(options);
  result<url_batch> batch = url_batch::with(options.fields);
  ASSERT_TRUE(batch);
  const provenance from{"a\tb.warc", 12, std::nullopt, "urn:x", "2024-02-29T12:00:00Z", "text/html", 404};
  sieved_url found = found_as("a\tb\r\nc");
  found.text = "two\nlines";
  found.line = 3;
  for (const std::string_view url : {"http://www.b.example:81/x.GZ?#f", "mailto:a@b.example"}) {
    found.url = url;
    batch->clear();
    batch->add(found);
    arena storage;
    typed_row row;
    format.fill({url, 1, format.columns(found, {}, storage)}, row);
    ASSERT_EQ(row.values().size(), options.fields.size());
    for (std::size_t i = 0; i < options.fields.size(); ++i) {
      const batch_column& column = batch->columns()[i];
      const row_value& value = row.values()[i];
      SCOPED_TRACE(name_of(column.name));
      EXPECT_EQ(value.kind() == row_value::form::absent, column.is_null(0));
      if (column.is_null(0)) continue;
      if (column.is_number())
        EXPECT_EQ(value.number(), column.numbers[0]);
      else
        EXPECT_EQ(value.text(), column.text(0));
    }
    found.from = &from;
  }
}

}  // namespace row_format_test
}  // namespace urlsieve
