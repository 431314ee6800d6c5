#include "src/documents/lines/whole_file.hpp"

#include <gtest/gtest.h>

#include "tests/documents/split_in_every_way.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace whole_file_test {

using testing::fed;

TEST(whole_file, yields_one_document_for_any_delivery) {
  const std::string page(5000, 'x');
  const fed result = testing::split_in_every_way<whole_file_splitter>(page, media::xml, input_options{});
  ASSERT_EQ(result.slices.size(), 1U);
  EXPECT_EQ(result.slices[0].bytes, page);
  EXPECT_EQ(result.slices[0].type, media::xml);
  EXPECT_EQ(result.slices[0].offset, 0U);
  EXPECT_EQ(result.counted.total_damage(), 0U);
}

TEST(whole_file, gives_nothing_for_an_empty_file) {
  whole_file_splitter splitter(media::html, input_options{});
  EXPECT_TRUE(testing::feed_whole(splitter, "").slices.empty());
}

TEST(whole_file, counts_a_file_that_is_too_large_and_does_not_hold_it) {
  input_options options;
  options.max_document = 5000;
  for (const std::size_t size : {4999U, 5000U, 5001U, 60000U}) {
    for (const testing::way& how : testing::ways) {
      whole_file_splitter splitter(media::css, options);
      const fed result = feed(splitter, std::string(size, 'x'), how);
      EXPECT_EQ(result.slices.size(), size <= 5000 ? 1U : 0U);
      EXPECT_EQ(result.damaged(damage::too_large), size <= 5000 ? 0U : 1U);
      EXPECT_LE(result.most_held, 5000U + 4096U + 1);
    }
  }
}

}  // namespace whole_file_test
}  // namespace urlsieve
