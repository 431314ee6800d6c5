#include "src/input/recoding/line_feed_source.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/input/reading.hpp"
#include "tests/same_in_every_way.hpp"

namespace urlsieve {
namespace line_feed_source_test {

// Returns the converted bytes if the head of the source has `seen` bytes.
std::string converted(const std::string& bytes, std::size_t seen, const testing::way& how) {
  stats counted;
  std::unique_ptr<byte_source> stored = byte_source::from_memory(bytes, "memory");
  std::string head(seen, '\0');
  head.resize(stored->read(head, counted));
  return read_all(*with_line_feeds(std::move(stored), head), how).bytes;
}

TEST(line_feed_source, has_a_line_feed_for_each_bare_return) {
  const std::string bytes = "a\rb\r\r\nc\r";
  for (std::size_t seen = 0; seen <= bytes.size(); ++seen)
    EXPECT_EQ(
        testing::same_in_every_way([&](const testing::way& how) { return converted(bytes, seen, how); }),
        "a\nb\n\r\nc\n")
        << seen;
}

TEST(line_feed_source, keeps_the_size_of_large_inputs) {
  std::string bytes;
  while (bytes.size() < 1'000'000) bytes += "http://a.example/\r";
  const std::string given = converted(bytes, 1000, {70'001});
  EXPECT_EQ(given.size(), bytes.size());
  EXPECT_EQ(given.find('\r'), std::string::npos);
}

TEST(single_return_source, replaces_double_returns) {
  const std::string bytes = "a\r\r\n\r\r\nb\rc\r\n\r\r\r\n\r\r";
  const auto read = [&](std::size_t seen, const testing::way& how) {
    stats counted;
    std::unique_ptr<byte_source> stored = byte_source::from_memory(bytes, "memory");
    std::string head(seen, '\0');
    head.resize(stored->read(head, counted));
    return read_all(*with_single_returns(std::move(stored), head), how).bytes;
  };
  for (std::size_t seen = 0; seen <= bytes.size(); ++seen)
    EXPECT_EQ(testing::same_in_every_way([&](const testing::way& how) { return read(seen, how); }),
              "a\r\n\r\nb\rc\r\n\r\r\n\r\r")
        << seen;
}

TEST(single_return_source, is_for_inputs_of_doubled_returns) {
  EXPECT_TRUE(has_doubled_returns("a\r\r\nb\r\r\nc\n"));
  EXPECT_FALSE(has_doubled_returns("a\r\r\nb\r\n"));
  EXPECT_FALSE(has_doubled_returns("a\r\r"));
  EXPECT_FALSE(has_doubled_returns(""));
}

TEST(line_feed_source, is_for_inputs_without_line_feeds) {
  EXPECT_TRUE(has_bare_returns("a\rb"));
  EXPECT_FALSE(has_bare_returns("a\rb\n"));
  EXPECT_FALSE(has_bare_returns("a"));
}

}  // namespace line_feed_source_test
}  // namespace urlsieve
