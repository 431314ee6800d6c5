// HAR files: boundaries of entries do not depend on delivery, and damage loses few entries.
#include "src/documents/json/har.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/documents/split_in_every_way.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace har_test {
namespace {

using entries = std::vector<std::string>;

input_options with_largest(std::size_t largest) {
  input_options options;
  options.max_document = largest;
  return options;
}

testing::fed split(const std::string& har, std::size_t largest = std::size_t{64} << 20U) {
  return testing::split_in_every_way<har_splitter>(har, with_largest(largest));
}

entries entries_of(const testing::fed& given) {
  entries all;
  for (const auto& part : given.slices) all.emplace_back(part.bytes);
  return all;
}

std::string har_of(const std::string& inside) {
  return R"({"log":{"version":"1.2","creator":{"name":"x"},"pages":[{"id":"entries"}],"entries":[)" + inside +
         R"(],"comment":["entries",{"a":1}]}})";
}

bool begins(std::string_view text) {
  return begins_har(input_head("a.har", text, false));
}

TEST(har, begins_with_the_members_of_a_log) {
  EXPECT_TRUE(begins(har_of("")));
  EXPECT_TRUE(begins("{ \"log\" : {\n \"entries\": [ {\"_x\":{\"y\":[1]}, \"request\": {"));
  EXPECT_TRUE(begins(R"({"log":{"version":"1.2","creator":{)"));
  EXPECT_FALSE(begins(R"({"log":{"entries":["http://a/"],"version":"1"}})"));
  EXPECT_FALSE(begins(R"({"log":{"entries":[{"url":"http://a/"},{"request":"x"}]}})"));
  EXPECT_FALSE(begins(R"({"logs":{"version":"1.2","creator":{}}})"));
  EXPECT_FALSE(begins(R"({"log":"x","version":"1.2","creator":{}})"));
  EXPECT_FALSE(begins(R"({"log":{"version":"1.2"},"creator":{}})"));
}

TEST(har, gives_each_entry_whole) {
  const std::string first = R"({"a":"}]\"{","request":{"url":"http://a/"},"b":[[{}]]})";
  const std::string second = "{\n\"request\" : { }\n}";
  const testing::fed given = split(har_of(first + ", 1, null, \"{\", [2],\n" + second));
  EXPECT_EQ(entries_of(given), (entries{first, second}));
  EXPECT_EQ(given.counted.total_damage(), 0U);
  for (const auto& part : given.slices) EXPECT_EQ(part.kind, slice_kind::har_entry);
}

TEST(har, cuts_entries_without_an_end_before_the_next_request) {
  // A missing bracket, an extra bracket, a missing quote.
  const std::string good = R"({"request":{"url":"x"},"response":{}})";
  const std::string open = R"({"request":{"url":"x"},"response":{})";
  const std::string closed = R"({"request":{"url":"x"}},"response":{}})";
  const std::string unquoted = R"({"request":{"url":"x},"response":{}})";
  EXPECT_EQ(entries_of(split(har_of(good + "," + open + "," + good + "," + good))),
            (entries{good, open + ",", good, good}));
  const entries after_quote = entries_of(split(har_of(unquoted + "," + good + "," + good)));
  ASSERT_GE(after_quote.size(), 3U);
  EXPECT_EQ(after_quote[after_quote.size() - 2], good);
  EXPECT_EQ(after_quote.back(), good);
  const entries after_bracket = entries_of(split(har_of(closed + "," + good + "," + good)));
  ASSERT_GE(after_bracket.size(), 3U);
  EXPECT_EQ(after_bracket.back(), good);
}

TEST(har, cuts_an_entry_closed_by_the_final_brackets) {
  const std::string good = R"({"request":{"url":"x"},"response":{}})";
  const std::string log = R"({"log":{"entries":[)";
  for (const std::string& front : {
           std::string(R"({"request":{"url":"x"},"response":{"headers":[{"name":"y"})"),
           R"({"request":{"url":"x"},"response":{"headers":[)" + good,
           R"({"log":{"version":"1.2","entries":[)" + good,
       }) {
    const entries found = entries_of(split(log + front + "," + good + ",\n" + good + "]}}"));
    ASSERT_GE(found.size(), 3U) << front;
    EXPECT_EQ(found[found.size() - 2], good) << front;
    EXPECT_EQ(found.back().substr(0, good.size()), good) << front;
  }
  // "request" members inside an entry do not split the entry.
  const std::string nested = R"({"_x":[{"request":{"url":"y"}}],"request":{"url":"x"},"_y":{"request":{}}})";
  for (const std::string& behind : {std::string(",") + good, std::string(), " \n," + good})
    EXPECT_EQ(entries_of(split(har_of(nested + behind))).front(), nested) << behind;
}

TEST(har, counts_truncated_and_large_entries) {
  const std::string good = R"({"request":{"url":"x"}})";
  const std::string large = R"({"request":{"url":"x"},"response":{"text":")" + std::string(300, 'y') + "\"}}";
  const testing::fed kept = split(har_of(good + "," + large + "," + good), 200);
  EXPECT_EQ(entries_of(kept), (entries{good, good}));
  EXPECT_EQ(kept.counted.damaged[static_cast<std::size_t>(damage::too_large)], 1U);
  std::string cut = har_of(good + "," + large);
  cut.resize(cut.size() - 60);
  const testing::fed front = split(cut);
  ASSERT_EQ(front.slices.size(), 2U);
  EXPECT_EQ(front.slices[0].bytes, good);
  EXPECT_EQ(front.counted.damaged[static_cast<std::size_t>(damage::truncated_record)], 1U);
}

}  // namespace
}  // namespace har_test
}  // namespace urlsieve
