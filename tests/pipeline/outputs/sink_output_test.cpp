#include "src/pipeline/outputs/sink_output.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {
namespace sink_output_test {

struct listed {
  void operator()(const sieved_url& found) {
    rows.push_back(std::string(found.url) + ' ' + std::string(found.raw));
  }
  std::vector<std::string> rows;
};

batch batch_of(std::initializer_list<std::string_view> urls, std::string_view raw) {
  batch output;
  for (const std::string_view url : urls) {
    output.found.emplace_back(url);
    output.sieved.emplace_back().url = url;
    output.sieved.back().raw = raw;
  }
  return output;
}

// Contract of all outputs: batches are prepared in any order and delivered in input order.
TEST(sink_output, order_of_preparation_does_not_matter) {
  const std::vector<std::string> expected{"a 1", "b 1", "c 2"};
  for (const bool later_first : {false, true}) {
    listed sink;
    sink_output to(sink, true);
    batch first = batch_of({"a", "b", "a"}, "1");
    batch second = batch_of({"b", "c"}, "2");
    ASSERT_TRUE(to.prepare(later_first ? second : first).has_value());
    ASSERT_TRUE(to.prepare(later_first ? first : second).has_value());
    ASSERT_TRUE(to.deliver(first).has_value());
    ASSERT_TRUE(to.deliver(second).has_value());
    EXPECT_EQ(sink.rows, expected) << later_first;
    EXPECT_EQ(to.unique(), 3U);
  }
}

TEST(sink_output, without_dedup_every_url_is_delivered) {
  listed sink;
  sink_output to(sink, false);
  batch only = batch_of({"a", "a"}, "1");
  ASSERT_TRUE(to.prepare(only).has_value());
  ASSERT_TRUE(to.deliver(only).has_value());
  EXPECT_EQ(sink.rows, (std::vector<std::string>{"a 1", "a 1"}));
}

TEST(sink_output, delivers_the_first_urls_of_each_host) {
  filter_options limits;
  limits.max_per_host = 1;
  listed sink;
  sink_output to(sink, true, limits);
  batch only =
      batch_of({"http://a.example/1", "http://a.example/1", "http://a.example/2", "http://b.example/1"}, "1");
  ASSERT_TRUE(to.prepare(only).has_value());
  ASSERT_TRUE(to.deliver(only).has_value());
  EXPECT_EQ(sink.rows, (std::vector<std::string>{"http://a.example/1 1", "http://b.example/1 1"}));
  EXPECT_EQ(to.unique(), 2U);
  EXPECT_EQ(only.counted.skipped.at("url:host-full"), 1U);
}

}  // namespace sink_output_test
}  // namespace urlsieve
