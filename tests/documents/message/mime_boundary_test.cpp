#include "src/documents/message/mime_boundary.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace mime_boundary_test {

TEST(mime_boundary, innermost_delimiter_that_is_the_whole_line) {
  boundary_stack open;
  open.push("b");
  open.push("b-2");
  boundary_line found;
  ASSERT_TRUE(open.match("--b-2\r\nx", 0, 0, found));
  EXPECT_EQ(found.level, 1U);
  EXPECT_EQ(found.end, 7U);
  EXPECT_FALSE(found.closes);
  ASSERT_TRUE(open.match("--b-- \n", 0, 0, found));
  EXPECT_EQ(found.level, 0U);
  EXPECT_TRUE(found.closes);
  EXPECT_FALSE(open.match("--b\n", 0, 1, found));  // below the floor
  for (const std::string line : {"--bx\n", "--b--x\n", "-b\n", "--", "--b -\n", " --b\n"})
    EXPECT_FALSE(open.match(line, 0, 0, found)) << line;
}

TEST(mime_boundary, is_found_where_a_line_begins) {
  boundary_stack open;
  boundary_line found;
  EXPECT_FALSE(open.find("--b\n", 0, 0, found));
  open.push("b");
  ASSERT_TRUE(open.find("--b\n", 0, 0, found));
  EXPECT_EQ(found.begin, 0U);
  const std::string text = "x--b\n--c\n--b";
  ASSERT_TRUE(open.find(text, 0, 0, found));
  EXPECT_EQ(found.begin, 9U);
  EXPECT_EQ(found.end, text.size());
  EXPECT_FALSE(open.find(text, 10, 0, found));
  ASSERT_TRUE(open.find("\n--b\n--b\n", 1, 0, found));
  EXPECT_EQ(found.begin, 1U);
  ASSERT_TRUE(open.find("\n--b\n--b\n", 2, 0, found));
  EXPECT_EQ(found.begin, 5U);
}

}  // namespace mime_boundary_test
}  // namespace urlsieve
