#include "src/documents/lines/table_columns.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "src/documents/lines/delimited_text.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;
using words = std::vector<std::string>;

words names_of(std::string_view table) {
  stats counted;
  return read_table_columns(table, find_declared_form(table, true), {}, counted).names;
}

TEST(table_columns, are_named_by_a_header_line_or_by_their_numbers) {
  struct name_row {
    std::string_view table;
    words names;
  };
  const name_row rows[] = {
      {"id,URL of page\n1,2\n", {"id", "URL of page"}},
      {"\xEF\xBB\xBF\"a \"\"b\"\"\", c \r\n1,2\r\n", {"a \"b\"", "c"}},
      {"\n\na;\"b\nc\"\n1;2\n", {"a", "b\nc"}},
      {"a\tb", {"a", "b"}},
      {"a,b,\n1,2,3\n", {"1", "2", "3"}},                          // an empty field
      {"a,b,2004\n1,2,3\n", {"1", "2", "3"}},                      // a number
      {"a,a\n1,2\n", {"1", "2"}},                                  // duplicate name
      {"x,http://a.example/\ny,http://b.example/\n", {"1", "2"}},  // data
      {"x,www.a.example\n", {"1", "2"}},
      {"x,a@b.example\n", {"1", "2"}},
      {"Notes:\n\"a, b\"\n\nName,URL\nx,1\ny,2\n", {"Name", "URL"}},
      {"a,b\nx,y,z\nx,1,2\nx,1,2\n", {"1", "2", "3"}},  // other records may be data
      {"\xC3\xA9,\xE5\x90\x8D\n1,2\n", {"\xC3\xA9", "\xE5\x90\x8D"}},
  };
  for (const name_row& row : rows) EXPECT_EQ(names_of(row.table), row.names) << row.table;
}

TEST(table_columns, are_found_by_number_and_name) {
  struct asked_row {
    words asked;
    std::string read;  // a letter per column
    std::string missing;
  };
  constexpr std::string_view table = "Link,link,Home,id\n1,2,3,4\n";
  const asked_row rows[] = {
      {{}, "", ""},
      {{"link"}, "-x--", ""},
      {{"Link", "3"}, "x-x-", ""},
      {{"home"}, "--x-", ""},
      {{"LINK"}, "----", "LINK"},
      {{"5", "ID"}, "---x", "5"},
      {{"4", "id"}, "---x", ""},
      {{"none", "99999999999"}, "----", "99999999999,none"},
  };
  for (const asked_row& row : rows) {
    stats counted;
    const table_columns found =
        read_table_columns(table, find_field_form(table, true, 1), row.asked, counted);
    std::string read;
    for (const bool expected : found.is_read) read += expected ? 'x' : '-';
    EXPECT_EQ(read, row.read);
    std::string missing;
    for (const auto& [name, times] : counted.skipped)
      missing.append(missing.empty() ? "" : ",").append(name.substr(name.find(':') + 1));
    EXPECT_EQ(missing, row.missing);
  }
}

TEST(table_columns, separates_only_selected_columns) {
  const auto kept = [](std::string_view table, const std::vector<bool>& is_read) {
    std::string out(table.size(), '\0');
    std::string others;
    separate_columns(table, find_field_form(table.substr(0, table.find('\n') + 1), true, 1), is_read,
                     out.data(), [&](std::size_t at, std::size_t fields) {
                       others += std::to_string(at) + "=" + std::to_string(fields) + " ";
                     });
    for (char& c : out)
      if (c == '\x1E') c = '^';
    return out + " " + others;
  };
  EXPECT_EQ(kept("a,b,c\n\"d,e\",f,g\n", {true, false, true}), "a^^^c^^d,e^^^^g^ ");
  EXPECT_EQ(kept("a,b,c\n1,\"x\ny\",z", {false, true, false}), "^^b^^^^^^x\ny^^^ ");
  EXPECT_EQ(kept("a,b,c\n1,2\n\n3,4,5\n", {false, false, true}), "^^^^c^^^^^^^^^^5^ 6=2 ");
}

TEST(column_cursor, finds_the_column_of_every_byte) {
  constexpr std::string_view table = "id,url\n1,\"x,\ny\"\n\nragged,a,b\n2,z"sv;
  column_cursor cursor;
  cursor.begin(table, {',', 2});
  std::string columns;
  for (std::size_t i = 0; i < table.size() + 2; ++i) {
    const std::size_t column = cursor.column_at(i);
    columns += column == npos ? '-' : static_cast<char>('0' + column);
  }
  EXPECT_EQ(columns, "0001111001111111------------001--");
  EXPECT_EQ(cursor.column_at(3), 1U);
  EXPECT_EQ(cursor.column_at(0), 0U);
}

}  // namespace
}  // namespace urlsieve
