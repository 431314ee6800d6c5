#include "src/pipeline/places/place_table.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {
namespace {

// The rows of a table as text: "input@offset+length", "-" for a row without a place, or the fault.
struct read_table {
  std::vector<std::string> rows;
  std::string problem;
};

// Reads `text` in pieces of `piece` bytes.
read_table read_in_pieces(std::string_view text, std::vector<std::string> fields, std::size_t piece) {
  read_table read;
  place_table table("rows", std::move(fields));
  std::string bytes;
  std::uint64_t at = 0;
  for (std::size_t from = 0, held = 0;;) {
    const std::string_view next = text.substr(from, piece);
    from += next.size();
    bytes.resize(held);
    bytes.append(next).append(place_table::padding, '\0');
    const std::string_view rows = std::string_view(bytes).substr(0, held + next.size());
    const result<std::size_t> done = table.add(rows, at, next.empty(), [&](const place_row& row) {
      if (row.place)
        read.rows.push_back(std::string(row.place->input) + '@' + std::to_string(row.place->offset) + '+' +
                            std::to_string(row.place->length));
      else
        read.rows.push_back(row.fault.empty() ? "-" : std::string(row.fault));
    });
    if (!done) {
      read.problem = done.error().message;
      return read;
    }
    if (next.empty()) return read;
    held = rows.size() - *done;
    at += *done;
    bytes.erase(0, *done);
  }
}

read_table read_places_of(std::string_view text, const std::vector<std::string>& fields = {}) {
  const read_table whole = read_in_pieces(text, fields, text.size() + 1);
  for (const std::size_t piece : {1U, 2U, 3U, 7U, 64U}) {
    const read_table again = read_in_pieces(text, fields, piece);
    EXPECT_EQ(again.rows, whole.rows) << piece;
    EXPECT_EQ(again.problem, whole.problem) << piece;
  }
  return whole;
}

using texts = std::vector<std::string>;

TEST(place_table, reads_columns_by_the_names_in_the_first_line) {
  EXPECT_EQ(read_places_of("url\tinput\trecord-offset\trecord-length\nhttp://a/\ta.warc.gz\t12\t34\n"
                           "http://b/\tb \"x\".warc\t0\t5")
                .rows,
            (texts{"a.warc.gz@12+34", "b \"x\".warc@0+5"}));
  EXPECT_EQ(read_places_of("\xEF\xBB\xBFrecord-length,record-offset,input\r\n5,4,\"a,\"\"b\"\".warc\"\r\n\r\n"
                           "7,6,c\r\n")
                .rows,
            (texts{"a,\"b\".warc@4+5", "c@6+7"}));
  EXPECT_EQ(read_places_of(
                "url,text,input,record-offset,record-length\nu,\"two\nlines, \"\"q\"\"\",a,1,2\nu,t,b,3,4\n")
                .rows,
            (texts{"a@1+2", "b@3+4"}));
}

TEST(place_table, reads_the_names_of_other_indexes) {
  EXPECT_EQ(
      read_places_of("url,warc_filename,warc_record_offset,warc_record_length\nu,crawl/a.warc.gz,1,2\n").rows,
      texts{"crawl/a.warc.gz@1+2"});
  EXPECT_EQ(read_places_of("com,example)/ 20240301 {\"url\": \"http://example.com/\", \"length\": \"34\", "
                           "\"offset\": \"12\", \"filename\": \"a \\\"b\\\".warc.gz\"}\n")
                .rows,
            texts{"a \"b\".warc.gz@12+34"});
  EXPECT_EQ(read_places_of("!meta {\"format\": \"cdxj\"}\ncom,a)/ 2024 {\"filename\":\"a\",\"offset\":\"1\","
                           "\"length\":\"2\"}\n!meta {}\n")
                .rows,
            texts{"a@1+2"});
  EXPECT_EQ(
      read_places_of("{\"input\":\"a\",\"record-offset\":1,\"record-length\":2,\"n\":-1.5e3,\"l\":[1,{}]}\n"
                     "{\"input\":\"b\",\"record-offset\":null,\"record-length\":null}\n"
                     "{\"input\":\"c\"}\n{\"input\":\n")
          .rows,
      (texts{"a@1+2", "-", "-", "the row is not a JSON object"}));
}

TEST(place_table, takes_names_for_a_table_without_a_first_line) {
  const texts fields{"input", "record-offset", "record-length"};
  EXPECT_EQ(read_places_of("a\t1\t2\n", fields).rows, texts{"a@1+2"});
  EXPECT_EQ(read_places_of("input\trecord-offset\trecord-length\na\t1\t2\n", fields).rows, texts{"a@1+2"});
  EXPECT_EQ(read_places_of("a\t1\n", fields).problem,
            "rows has rows of 2 columns, but record_options::fields names 3");
}

TEST(place_table, counts_rows_without_a_place_and_malformed_rows) {
  EXPECT_EQ(read_places_of("input\trecord-offset\trecord-length\n"
                           "a\t\t\na\t5\t\na\t-1\t2\na\t1\n\t1\t2\na\t18446744073709551616\t2\nb\t3\t4\n")
                .rows,
            (texts{"-", "-", "the offset or length of the record is not a number",
                   "the row has another number of columns", "the row has no name of a file",
                   "the offset or length of the record is not a number", "b@3+4"}));
}

TEST(place_table, names_the_columns_that_are_missing) {
  EXPECT_TRUE(
      read_places_of("url\tinput\nu\ta\n")
          .problem.starts_with("rows: the first line does not name the columns input, record-offset and "
                               "record-length: make the rows by extract with output_options::header"));
  EXPECT_TRUE(
      read_places_of("{\"url\":1}\n").problem.starts_with("rows: the first object has no members input"));
  EXPECT_TRUE(read_places_of("PAR1 and so on\n").problem.starts_with("rows is a Parquet file"));
}

TEST(place_table, refuses_rows_beyond_the_limit) {
  const std::string text =
      "input,record-offset,record-length\n" + std::string(place_table::longest_row + 1, 'a') + ",1,2\n";
  EXPECT_EQ(read_in_pieces(text, {}, 4096).problem, "rows: the row at byte 34 is longer than 1 MiB");
}

}  // namespace
}  // namespace urlsieve
