#include "src/documents/lines/line_runs.hpp"

#include <gtest/gtest.h>

#include <random>

#include "src/documents/json/json_lines.hpp"
#include "src/documents/lines/url_list.hpp"
#include "tests/documents/split_in_every_way.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace line_runs_test {

using testing::fed;

constexpr std::size_t run = line_run_splitter::run_size;
constexpr std::size_t run_of_urls = url_list_splitter::run_of_urls;

std::string joined(const fed& result) {
  std::string all;
  for (const auto& part : result.slices) all += part.bytes;
  return all;
}

std::string random_lines(std::size_t size, std::size_t longest, unsigned seed) {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < size) text.append(random() % longest, 'x').append(random() % 5 == 0 ? "\r\n" : "\n");
  return text;
}

TEST(line_runs, are_whole_lines_of_all_the_input) {
  for (const bool newline_at_end : {true, false}) {
    const std::string text = random_lines(900'000, 3000, 1) + (newline_at_end ? "" : "last");
    url_list_splitter splitter(input_options{});
    const fed result = testing::feed_whole(splitter, text);
    EXPECT_EQ(joined(result), text);
    EXPECT_GE(result.slices.size(), text.size() / run_of_urls);
    std::uint64_t offset = 0;
    for (const auto& part : result.slices) {
      EXPECT_LE(part.bytes.size(), run_of_urls);
      EXPECT_EQ(part.offset, offset);
      EXPECT_EQ(part.continues, offset != 0);
      EXPECT_EQ(part.type, media::url_list);
      offset += part.bytes.size();
      EXPECT_TRUE(offset == text.size() || part.bytes.back() == '\n');
    }
  }
}

TEST(line_runs, give_the_lines_that_are_whole_where_the_input_pauses) {
  url_list_splitter splitter(input_options{});
  std::vector<slice> slices;
  stats counted;
  const std::string_view text = "one\ntwo\r\nthr";
  ASSERT_EQ(splitter.split(text, 0, false, "", slices, counted).consumed, 0U);
  EXPECT_EQ(splitter.split_at_pause(text, 0, slices), 9U);
  ASSERT_EQ(slices.size(), 1U);
  EXPECT_EQ(slices[0].bytes, "one\ntwo\r\n");
  EXPECT_EQ(splitter.split_at_pause("thr", 9, slices), 0U);
  EXPECT_EQ(splitter.split("three", 9, true, "", slices, counted).consumed, 5U);
  ASSERT_EQ(slices.size(), 2U);
  EXPECT_TRUE(slices[1].continues);
  EXPECT_EQ(slices[1].offset, 9U);
}

TEST(line_runs, do_not_depend_on_how_the_bytes_arrive) {
  // Lines shorter and longer than a run, and a line that ends at the end of a run.
  std::string text = random_lines(2 * run, 900, 2) + std::string(run - 1, 'a') + "\n" +
                     std::string(run, 'b') + "\n" + std::string(3 * run, 'c') + "\n" +
                     random_lines(run, 90, 3) + "end";
  const fed result = testing::same_in_every_way(
      [&](const testing::way& how) {
        json_lines_splitter splitter(input_options{});
        return testing::feed(splitter, text, how);
      },
      {{testing::way{4096}, testing::way{65537}, testing::way{262144}, testing::way{999'999, true}}});
  EXPECT_EQ(joined(result), text);
  EXPECT_EQ(result.slices[0].kind, slice_kind::json_lines);
}

// Parts between two cuts, split separately, yield the lines of the whole in separate slices.
TEST(line_runs, of_objects_can_be_split_in_parts) {
  const std::string text = random_lines(9 * run, 3000, 4) + "end";
  const std::string_view all(text);
  for (const std::size_t part : {std::size_t{20'000}, run, 2 * run + 1}) {
    json_lines_splitter rest(input_options{});
    EXPECT_EQ(rest.fork_at_cut(), nullptr);
    std::vector<slice> slices;
    stats counted;
    std::size_t done = rest.split(all.substr(0, run), 0, false, "", slices, counted).consumed;
    while (done + part < all.size()) {
      const std::size_t cut = rest.last_cut(all.substr(done + part - 4000, 4000));
      ASSERT_NE(cut, 0U);
      const std::string_view between = all.substr(done, part - 4000 + cut);
      EXPECT_EQ(between.back(), '\n');
      EXPECT_EQ(rest.fork_at_cut()->split(between, done, true, "", slices, counted).consumed, between.size());
      done += between.size();
    }
    EXPECT_EQ(rest.split(all.substr(done), done, true, "", slices, counted).consumed, all.size() - done);
    std::uint64_t offset = 0;
    for (const slice& run_slice : slices) {
      EXPECT_EQ(run_slice.offset, offset);
      EXPECT_EQ(run_slice.continues, offset != 0);
      EXPECT_EQ(run_slice.kind, slice_kind::json_lines);
      EXPECT_EQ(run_slice.bytes, all.substr(offset, run_slice.bytes.size()));
      offset += run_slice.bytes.size();
      EXPECT_TRUE(offset == all.size() || run_slice.bytes.back() == '\n');
    }
    EXPECT_EQ(offset, all.size());
    EXPECT_EQ(counted.total_damage(), 0U);
  }
}

TEST(line_runs, have_no_parts_in_a_line_that_is_passed_over) {
  input_options options;
  options.max_document = 2 * run;
  json_lines_splitter rest(options);
  std::vector<slice> slices;
  stats counted;
  const std::string text = "first\n" + std::string(3 * run, 'x');
  EXPECT_EQ(rest.split(text, 0, false, "", slices, counted).consumed, text.size());
  EXPECT_EQ(rest.fork_at_cut(), nullptr);
  const std::string more = "x\n" + std::string(run, 'y') + "\n";
  EXPECT_NE(rest.split(more, text.size(), false, "", slices, counted).consumed, 0U);
  EXPECT_NE(rest.fork_at_cut(), nullptr);
}

TEST(line_runs, pass_over_a_line_larger_than_a_document) {
  input_options options;
  options.max_document = 2 * run;
  const std::string text = "first\n" + std::string(4 * run, 'x') + "\nlast";
  for (const std::size_t size : {10'000U, 262'144U, 3'000'000U}) {
    url_list_splitter splitter(options);
    const fed result = testing::feed(splitter, text, [&] { return size; });
    EXPECT_EQ(joined(result), "first\nlast");
    EXPECT_EQ(result.damaged(damage::too_large), 1U);
    ASSERT_EQ(result.counted.examples.size(), 1U);
    EXPECT_EQ(result.counted.examples[0].place.plain, 6U);
    EXPECT_EQ(result.slices.back().offset, text.size() - 4);
  }
}

TEST(line_runs, take_a_line_as_large_as_a_document) {
  input_options options;
  options.max_document = 2 * run;
  for (const std::string& text :
       {std::string(2 * run - 1, 'x') + "\ny\n", std::string(2 * run - 1, 'x'), std::string(run + 1, 'x')}) {
    url_list_splitter splitter(options);
    const fed result = testing::feed_whole(splitter, text);
    EXPECT_EQ(joined(result), text);
    EXPECT_EQ(result.counted.total_damage(), 0U);
  }
}

}  // namespace line_runs_test
}  // namespace urlsieve
