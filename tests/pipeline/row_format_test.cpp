#include "src/pipeline/row_format.hpp"

#include <gtest/gtest.h>

#include <string>

#include "src/pipeline/json_text.hpp"

namespace urlsieve {
namespace {

found_context context_of(std::string_view raw) {
  return {raw, "doc", "a@href", 7, flag::repaired, delimiter::bare};
}

std::string row(const output_options& options, std::string_view raw) {
  row_format format(options);
  arena storage;
  const std::string_view columns = format.columns(context_of(raw), "resolved", storage);
  std::string out;
  format.append("http://a/", 3, columns, out);
  return out;
}

TEST(RowFormat, OnlyUrlIsTheUrlAndALineEnd) {
  const row_format format{output_options{}};
  std::string out;
  format.append("http://a/", 1, {}, out);
  EXPECT_EQ(out, "http://a/\n");
  EXPECT_FALSE(format.has_columns());
}

TEST(RowFormat, ColumnsStandInTheOrderAskedFor) {
  output_options options;
  options.fields = {field::raw,       field::count, field::url,    field::offset,  field::where,
                    field::delimited, field::flags, field::source, field::resolved};
  EXPECT_EQ(row(options, "HTTP://a"), "HTTP://a\t3\thttp://a/\t7\ta@href\tbare\trepaired\tdoc\tresolved\n");
}

TEST(RowFormat, NoFieldHoldsTabOrLineEnd) {
  output_options options;
  options.fields = {field::raw, field::url};
  EXPECT_EQ(row(options, "a\tb\r\nc"), "a b  c\thttp://a/\n");
}

TEST(RowFormat, ObjectsHoldEscapedStringsAndNumbers) {
  output_options options;
  options.jsonl = true;
  options.fields = {field::url, field::count, field::raw};
  EXPECT_EQ(row(options, "a\t\"\\\x01\xFFz"),
            "{\"url\":\"http://a/\",\"count\":3,\"raw\":\"a\\t\\\"\\\\\\u0001\xEF\xBF\xBDz\"}\n");
}

TEST(JsonText, ReplacesOnlyWhatIsNotUtf8) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"\xC3\xA9", "\xC3\xA9"},                                                  // two bytes
      {"\xE2\x82\xAC", "\xE2\x82\xAC"},                                          // three
      {"\xF0\x9F\x98\x80", "\xF0\x9F\x98\x80"},                                  // four
      {"\xC0\xAF", "\xEF\xBF\xBD\xEF\xBF\xBD"},                                  // overlong
      {"\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},                  // surrogate
      {"\xF4\x90\x80\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},  // past U+10FFFF
      {"\xE2\x82", "\xEF\xBF\xBD\xEF\xBF\xBD"},                                  // cut off
      {"\x7F", "\\u007f"},
  };
  for (const auto& [bytes, expected] : cases) {
    std::string out;
    append_json_string(bytes, out);
    EXPECT_EQ(out, "\"" + std::string(expected) + "\"");
  }
}

}  // namespace
}  // namespace urlsieve
