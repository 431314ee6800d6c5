// Packed values read back; other bytes are rejected, and never read past the end.
#include "src/rows/packed_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {
namespace packed_values_test {

using namespace std::string_literals;

const std::vector<field_kind> kinds{field_kind::text, field_kind::number, field_kind::list, field_kind::text};

std::string_view values_of(const std::string& packed) {
  return std::string_view(packed).substr(packed_row_head);
}

TEST(packed_values, come_back) {
  const std::string longer(300, 'x');
  const std::vector<std::string_view> elements{"", "a\tb", longer};
  for (const std::uint64_t number :
       {std::uint64_t{0}, std::uint64_t{255}, std::uint64_t{256}, ~std::uint64_t{0}})
    for (const std::string& text : {""s, "\0\t\n"s, std::string(126, 'y'), std::string(127, 'y'), longer}) {
      const std::vector<row_value> row{row_value::of_text(text), row_value::of_number(number),
                                       row_value::of_list(elements), row_value()};
      std::string packed;
      pack_row(row, packed);
      typed_row again;
      ASSERT_TRUE(unpack_row(values_of(packed), kinds, again));
      EXPECT_TRUE(std::ranges::equal(again.values(), row));
    }
}

TEST(packed_values, absent_values_of_each_kind_come_back) {
  const std::vector<row_value> row(kinds.size());
  std::string packed;
  pack_row(row, packed);
  typed_row again;
  ASSERT_TRUE(unpack_row(values_of(packed), kinds, again));
  EXPECT_TRUE(std::ranges::equal(again.values(), row));
}

TEST(packed_values, other_bytes_are_refused) {
  const std::vector<std::string_view> elements{"a", "bc"};
  std::string packed;
  pack_row(std::vector{row_value::of_text("text"), row_value::of_number(1000), row_value::of_list(elements),
                       row_value::of_text("")},
           packed);
  typed_row row;
  for (std::size_t size = 0; size + packed_row_head < packed.size(); ++size)
    EXPECT_FALSE(unpack_row(values_of(packed).substr(0, size), kinds, row)) << size;
  EXPECT_FALSE(unpack_row(std::string(values_of(packed)) + '\0', kinds, row));
  EXPECT_FALSE(unpack_row("\xFF\xFF\xFF\xFF\xFF\xFF", kinds, row));
  const std::vector<field_kind> number{field_kind::number};
  EXPECT_FALSE(
      unpack_row("\x0A"
                 "123456789",
                 number, row));
}

}  // namespace packed_values_test
}  // namespace urlsieve
