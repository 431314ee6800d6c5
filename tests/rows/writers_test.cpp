// The writers compared: the same typed rows, read back from TSV, CSV, JSON Lines and Parquet, are equal.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/rows/delimited_writer.hpp"
#include "src/rows/json_lines_writer.hpp"
#include "src/rows/typed_row.hpp"
#include "src/shards/parquet/row_file_reader.hpp"
#include "src/shards/parquet/row_file_writer.hpp"
#include "src/shards/parquet_rows.hpp"
#include "src/shards/row_decoder.hpp"
#include "src/shards/row_layout.hpp"

namespace urlsieve {
namespace writers_test {

using form = row_value::form;

manifest layout() {
  manifest of;
  of.fields = {"url", "count", "sources", "raw", "status", "host", "new"};
  return of;
}

// Fills a row that owns its bytes. With `separators`, values contain separators of text rows.
void fill(typed_row& row, std::mt19937_64& random, bool separators) {
  const auto text = [&](std::size_t least) {
    const std::string_view letters = separators ? "a\t\r\n%20 \"\\" : "ab% \"\\";
    std::string value(least, 'x');
    for (std::uint64_t i = random() % 6; i != 0; --i) value += letters[random() % letters.size()];
    return row.storage().copy(value);
  };
  row.clear();
  row.add_copy("http://a/" + std::to_string(random()));
  row.add(row_value::of_number(random() >> (1 + random() % 63)));
  std::vector<std::string_view>& sources = row.new_list();
  for (std::uint64_t i = random() % 4; i != 0; --i) sources.push_back(text(1));
  row.add(row_value::of_list(sources));
  row.add(row_value::of_text(text(0)));
  row.add(random() % 2 == 0 ? row_value() : row_value::of_number(random() % 600));
  if (random() % 2 == 0)
    row.add({});
  else
    row.add_copy("h" + std::to_string(random() % 9));
  row.add(row_value::of_number(random() % 2));
}

// Returns the values of a row as texts in a form common to all formats: sources joined by NUL.
std::vector<std::string> texts_of(std::span<const row_value> row) {
  std::vector<std::string> texts;
  for (const row_value& value : row) {
    std::string& text = texts.emplace_back(value.kind() == form::text ? value.text() : std::string_view());
    if (value.kind() == form::number) text = std::to_string(value.number());
    if (value.kind() != form::list) continue;
    for (const std::string_view element : value.elements()) text.append(element).append(1, '\0');
  }
  return texts;
}

std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view escape = text.substr(i, 3);
    const bool is_escape = escape == "%20";
    plain += is_escape ? ' ' : text[i];
    i += is_escape ? 2 : 0;
  }
  return plain;
}

row_values row_values_of(const std::string& line) {
  row_values values;
  EXPECT_TRUE(row_layout(layout()).split(std::string_view(line).substr(0, line.size() - 1), values));
  return values;
}

std::vector<std::string> from_tsv(const std::string& line) {
  const row_values values = row_values_of(line);
  std::vector<std::string> texts(values.begin(), values.end());
  std::string sources;
  for (const std::string_view source : source_elements(values[2], row_form::tsv))
    sources.append(unescaped(source)).append(1, '\0');
  texts[2] = sources;
  return texts;
}

// Reads a row by the grammar of RFC 4180.
std::vector<std::string> from_csv(std::string_view row) {
  std::vector<std::string> texts(1);
  bool is_quoted = false;
  for (std::size_t i = 0; i + 1 < row.size(); ++i) {
    if (row[i] == '"') {
      if (is_quoted && row[i + 1] == '"')
        texts.back() += row[i++];
      else
        is_quoted = !is_quoted;
    } else if (row[i] == ',' && !is_quoted) {
      texts.emplace_back();
    } else {
      texts.back() += row[i];
    }
  }
  return texts;
}

std::vector<std::string> from_json(const std::string& line) {
  simdjson::dom::parser parser;
  std::vector<std::string> texts;
  for (const auto& [name, value] : parser.parse(line).get_object()) {
    std::string& text = texts.emplace_back();
    if (value.is_uint64()) text = std::to_string(value.get_uint64().value());
    if (value.is_string()) text = value.get_string().value();
    if (!value.is_array()) continue;
    const simdjson::dom::array elements = value.get_array().value();
    for (const auto element : elements) text.append(element.get_string().value()).append(1, '\0');
  }
  return texts;
}

// Returns the values of a stored line, read by row_decoder.
std::vector<std::string> decoded(const std::string& line, row_form stored) {
  manifest of = layout();
  of.form = stored;
  typed_row row;
  EXPECT_TRUE(row_decoder(of).decode(std::string_view(line).substr(0, line.size() - 1), row));
  return texts_of(row.values());
}

std::string parquet_of(const std::vector<typed_row>& rows) {
  std::string bytes;
  parquet::row_file_writer to(parquet_description(layout(), 0), [&](std::string_view more) {
    bytes += more;
    return true;
  });
  for (const typed_row& row : rows)
    EXPECT_EQ(to.append(row.values()), parquet::row_file_writer::outcome::done);
  EXPECT_EQ(to.finish(), parquet::row_file_writer::outcome::done);
  return bytes;
}

std::vector<std::vector<std::string>> from_parquet(const std::string& bytes) {
  std::size_t place = 0;
  parquet::row_file_reader::reading how;
  how.at = [&](std::uint64_t offset, std::span<char> buffer) {
    std::memcpy(buffer.data(), bytes.data() + offset, buffer.size());
    return true;
  };
  how.next = [&](std::span<char> buffer) {
    std::memcpy(buffer.data(), bytes.data() + place, buffer.size());
    place += buffer.size();
    return true;
  };
  how.size = bytes.size();
  parquet::row_file_reader from(parquet_columns(layout()), how, std::uint64_t{64} << 20U);
  std::vector<std::vector<std::string>> rows;
  for (typed_row row; from.next(row);) rows.push_back(texts_of(row.values()));
  EXPECT_EQ(from.fault(), "");
  return rows;
}

TEST(row_writers, formats_hold_equal_values) {
  std::mt19937_64 random(7);
  const std::vector<row_column> columns = row_columns(layout());
  const tsv_writer tsv(columns);
  const json_lines_writer json(columns);
  for (const bool separators : {false, true}) {
    std::vector<typed_row> rows(500);
    for (typed_row& row : rows) fill(row, random, separators);
    const auto read = from_parquet(parquet_of(rows));
    ASSERT_EQ(read.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::vector<std::string> expected = texts_of(rows[i].values());
      EXPECT_EQ(read[i], expected);
      std::string line;
      json.append(rows[i].values(), line);
      EXPECT_EQ(from_json(line), expected);
      EXPECT_EQ(decoded(line, row_form::jsonl), expected);
      line.clear();
      append_csv_row(rows[i].values(), line);
      EXPECT_EQ(first_csv_row(line), line.size());
      std::vector<std::string> of_csv = from_csv(line);
      line.clear();
      tsv.append(rows[i].values(), line);
      EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
      EXPECT_EQ(line.find('\r'), std::string::npos);
      const std::vector<std::string> kept = from_tsv(line);
      std::vector<std::string> of_tsv = decoded(line, row_form::tsv);
      of_tsv[2] = unescaped(of_tsv[2]);
      EXPECT_EQ(of_tsv, kept);
      for (const std::size_t k : {0U, 1U, 4U, 5U, 6U}) EXPECT_EQ(kept[k], expected[k]);
      EXPECT_EQ(of_csv[2], std::string(row_values_of(line)[2])) << "lists are joined as in TSV";
      of_csv[2] = expected[2];
      EXPECT_EQ(of_csv, expected);
      // With separators, the sources "%20" and " " are equal in TSV.
      if (!separators) {
        EXPECT_EQ(kept, expected);
      }
    }
  }
}

TEST(row_decoder, distinguishes_absent_values_and_the_ends_of_edges) {
  manifest of = layout();
  typed_row row;
  ASSERT_TRUE(row_decoder(of).decode("u\t1\t\tr\t\t\t0", row));
  std::vector<form> forms;
  for (const row_value& value : row.values()) forms.push_back(value.kind());
  EXPECT_EQ(forms, (std::vector{form::text, form::number, form::list, form::text, form::absent, form::absent,
                                form::number}));
  // `rel` is not nullable: Parquet stores null for an empty value.
  of.fields = {"url", "rel", "status"};
  row_decoder(of).decode(std::vector{row_value::of_text("u"), row_value(), row_value()}, row);
  EXPECT_EQ(row.values()[1].kind(), form::text);
  EXPECT_EQ(row.values()[2].kind(), form::absent);
  ASSERT_TRUE(row_decoder(of).decode("u\t\t", row));
  EXPECT_EQ(row.values()[1].kind(), form::text);
  EXPECT_EQ(row.values()[2].kind(), form::absent);
  of.fields = {"count", "url", "shard"};
  of.edges = edge_choice::host;
  ASSERT_TRUE(row_decoder(of).decode("7\ta\tb\t3", row));
  EXPECT_EQ(texts_of(row.values()), (std::vector<std::string>{"7", "a", "b", "3"}));
}

TEST(row_decoder, refuses_malformed_rows) {
  manifest of;
  of.fields = {"url", "count", "sources"};
  typed_row row;
  for (const char* const line : {"", "u", "u\t1", "u\tx\ts", "u\t\ts", "u\t1\ts\tmore", "u\t-1\ts"})
    EXPECT_FALSE(row_decoder(of).decode(line, row)) << line;
  of.form = row_form::jsonl;
  EXPECT_TRUE(row_decoder(of).decode(R"({"url":"u","count":1,"sources":["a","\u0041\""]})", row));
  EXPECT_EQ(texts_of(row.values())[2], std::string("a\0A\"\0", 5));
  for (const char* const line :
       {"{}", R"({"url":"u","count":1})", R"({"url":"u","count":"1","sources":[]})",
        R"({"url":1,"count":1,"sources":[]})", R"({"url":"u","count":1,"sources":[1]})",
        R"({"url":"u","count":1,"sources":["a})", R"({"url":"u","count":1,"sources":"a"})"})
    EXPECT_FALSE(row_decoder(of).decode(line, row)) << line;
}

TEST(tsv_writer, writes_blanks_and_escapes) {
  const manifest of = layout();
  const tsv_writer tsv(row_columns(of));
  const std::vector<std::string_view> sources{"a b", "c\td", "e\r\n"};
  std::string line;
  tsv.append(std::vector{row_value::of_text("u"), row_value::of_number(1), row_value::of_list(sources),
                         row_value::of_text("r\ta\r\nw"), row_value(), row_value::of_text("h"),
                         row_value::of_number(0)},
             line);
  EXPECT_EQ(line, "u\t1\ta%20b c%09d e%0D%0A\tr a  w\t\th\t0\n");
}

}  // namespace writers_test
}  // namespace urlsieve
