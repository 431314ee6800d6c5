#include "src/input/line_feed_source.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace urlsieve {
namespace {

// What is read when `seen` bytes were read before, `step` bytes at a time.
std::string converted(const std::string& bytes, std::size_t seen, std::size_t step) {
  stats counted;
  std::unique_ptr<byte_source> stored = byte_source::from_memory(bytes, "memory");
  std::string head(seen, '\0');
  head.resize(stored->read(head, counted));
  const auto source = with_line_feeds(std::move(stored), head);
  std::string all;
  std::string piece(step, '\0');
  while (const std::size_t got = source->read(piece, counted)) all.append(piece, 0, got);
  return all;
}

TEST(line_feed_source, has_a_line_feed_for_each_bare_return) {
  const std::string bytes = "a\rb\r\r\nc\r";
  for (std::size_t seen = 0; seen <= bytes.size(); ++seen)
    for (std::size_t step = 1; step < 4; ++step)
      EXPECT_EQ(converted(bytes, seen, step), "a\nb\n\r\nc\n") << seen;
}

TEST(line_feed_source, keeps_the_size_of_what_is_large) {
  std::string bytes;
  while (bytes.size() < 1'000'000) bytes += "http://a.example/\r";
  const std::string given = converted(bytes, 1000, 70'001);
  EXPECT_EQ(given.size(), bytes.size());
  EXPECT_EQ(given.find('\r'), std::string::npos);
}

TEST(line_feed_source, is_for_inputs_without_line_feeds) {
  EXPECT_TRUE(has_bare_returns("a\rb"));
  EXPECT_FALSE(has_bare_returns("a\rb\n"));
  EXPECT_FALSE(has_bare_returns("a"));
}

}  // namespace
}  // namespace urlsieve
