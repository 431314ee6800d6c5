#include "src/input/stored_range.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace urlsieve {
namespace stored_piece_test {

std::string told_piece(const std::vector<offset_mark>& marks, std::uint64_t plain, std::uint64_t size) {
  const stored_range found = piece_of(marks, plain, size, true);
  const auto text = [](const std::optional<std::uint64_t>& number) {
    return number ? std::to_string(*number) : std::string("-");
  };
  return text(found.offset) + "+" + text(found.length);
}

// Members begin at decompressed offsets 0, 100 and 200; the last member ends at 300.
TEST(stored_range, is_all_members_of_a_record_and_no_others) {
  const std::vector<offset_mark> marks{
      {0, 0, false}, {100, 10, false}, {200, 30, false}, {300, 60, false, true, true}};
  EXPECT_EQ(told_piece(marks, 0, 100), "0+10");
  EXPECT_EQ(told_piece(marks, 0, 104), "0+10") << "the line ends behind it are missing";
  EXPECT_EQ(told_piece(marks, 0, 200), "0+30") << "two members";
  EXPECT_EQ(told_piece(marks, 0, 300), "0+60") << "three members";
  EXPECT_EQ(told_piece(marks, 100, 200), "10+50");
  EXPECT_EQ(told_piece(marks, 0, 150), "0+-") << "the second member holds more";
  EXPECT_EQ(told_piece(marks, 0, 250), "0+-");
  EXPECT_EQ(told_piece(marks, 0, 50), "0+-") << "the member holds more";
  EXPECT_EQ(told_piece(marks, 50, 50), "-+-") << "it begins inside of a member";
  EXPECT_EQ(told_piece(marks, 50, 150), "-+-");
}

TEST(stored_range, has_no_empty_members_and_no_padding) {
  EXPECT_EQ(
      told_piece({{0, 0, false}, {100, 10, false, true, true}, {100, 15, false}, {100, 20, false}}, 0, 100),
      "0+10");
}

TEST(stored_range, is_the_record_where_nothing_is_compressed) {
  EXPECT_EQ(told_piece({{0, 0, true}}, 70, 30), "70+30");
}

}  // namespace stored_piece_test
}  // namespace urlsieve
