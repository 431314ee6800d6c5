#include "src/documents/header_fields.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace urlsieve {
namespace header_fields_test {

using pairs = std::vector<std::pair<std::string, std::string>>;

pairs read_all(header_fields& fields) {
  pairs all;
  for (header_field field; fields.next(field);) all.emplace_back(field.name, field.value);
  return all;
}

TEST(header_fields, reads_names_and_values_up_to_the_empty_line) {
  const std::string_view block = "A: 1\r\nb:2\r\nC :  3 \t\r\n\r\nD: 4\r\n";
  header_fields fields(block);
  EXPECT_EQ(read_all(fields), (pairs{{"A", "1"}, {"b", "2"}, {"C", "3"}}));
  EXPECT_TRUE(fields.terminated());
  EXPECT_EQ(block.substr(fields.end()), "D: 4\r\n");
  EXPECT_FALSE(fields.bare_line_feed());
  EXPECT_FALSE(fields.without_colon());
}

TEST(header_fields, reads_folded_lines_as_one_value) {
  header_fields fields("Link: <a>,\r\n\t<b>\r\n  ; rel=next\r\nX: y\r\n\r\n");
  EXPECT_EQ(read_all(fields), (pairs{{"Link", "<a>,\r\n\t<b>\r\n  ; rel=next"}, {"X", "y"}}));
}

TEST(header_fields, notices_lines_that_end_in_a_bare_line_feed) {
  const std::string_view block = "A: 1\n\nrest";
  header_fields fields(block);
  EXPECT_EQ(read_all(fields), (pairs{{"A", "1"}}));
  EXPECT_TRUE(fields.bare_line_feed());
  EXPECT_EQ(block.substr(fields.end()), "rest");
}

TEST(header_fields, reads_lines_that_end_in_more_than_one_return) {
  const std::string_view block = "A: 1\r\r\nB: 2\r\r\n folded\r\r\r\n\r\r\nrest";
  header_fields fields(block);
  EXPECT_EQ(read_all(fields), (pairs{{"A", "1"}, {"B", "2\r\r\n folded"}}));
  EXPECT_TRUE(fields.terminated());
  EXPECT_TRUE(fields.doubled_return());
  EXPECT_FALSE(fields.bare_line_feed());
  EXPECT_EQ(block.substr(fields.end()), "rest");
  header_fields usual("A: 1\r\n\r\n");
  static_cast<void>(read_all(usual));
  EXPECT_FALSE(usual.doubled_return());
}

TEST(header_fields, skips_lines_without_a_colon_and_their_continuations) {
  header_fields fields("no colon\r\n folded: in\r\nA: 1\r\n\r\n");
  EXPECT_EQ(read_all(fields), (pairs{{"A", "1"}}));
  EXPECT_TRUE(fields.without_colon());
}

TEST(header_fields, stops_at_the_given_line) {
  const std::string_view block = "A: 1\r\n<html>\r\nB: 2\r\n";
  header_fields fields(block);
  fields.stop_at([](std::string_view rest) { return rest.starts_with('<'); });
  EXPECT_EQ(read_all(fields), (pairs{{"A", "1"}}));
  EXPECT_TRUE(fields.stopped());
  EXPECT_FALSE(fields.terminated());
  EXPECT_EQ(block.substr(fields.end()), "<html>\r\nB: 2\r\n");
}

TEST(header_fields, ends_with_the_block) {
  for (const std::string_view block : {"A: 1", "A: 1\r\n", "A: 1\r", "A: 1\n", "A: 1\n\rx"}) {
    header_fields fields(block);
    EXPECT_EQ(read_all(fields), (pairs{{"A", "1"}})) << block;
    EXPECT_FALSE(fields.terminated());
    EXPECT_EQ(fields.end(), block.size());
  }
  header_fields none("");
  EXPECT_TRUE(read_all(none).empty());
}

TEST(header_fields, end_of_header_skips_all_fields) {
  constexpr std::string_view block = "A: 1\r\n folded: in\r\nno colon\r\n\r\nrest\r\n\r\n";
  EXPECT_EQ(block.substr(end_of_header(block).at), "rest\r\n\r\n");
  EXPECT_TRUE(end_of_header(block).terminated);
  for (const std::string_view cut : {"", "A: 1", "A: 1\r\nB: 2\r\n"}) {
    EXPECT_EQ(end_of_header(cut).at, cut.size());
    EXPECT_FALSE(end_of_header(cut).terminated);
  }
}

TEST(header_fields, keeps_empty_names_and_values) {
  header_fields fields(": x\r\nA:\r\nB: \r\n\r\n");
  EXPECT_EQ(read_all(fields), (pairs{{"", "x"}, {"A", ""}, {"B", ""}}));
}

TEST(unfolded, puts_the_joint_for_each_fold) {
  arena buffer;
  EXPECT_EQ(unfolded("http://a/\r\n  b\n\tc", "", buffer), "http://a/bc");
  EXPECT_EQ(unfolded("a,\r\n b", " ", buffer), "a, b");
  EXPECT_EQ(unfolded("\n\n\n\n", " ", buffer), "    ");
  const std::string_view plain = "as it is";
  EXPECT_EQ(unfolded(plain, " ", buffer).data(), plain.data());
}

}  // namespace header_fields_test
}  // namespace urlsieve
