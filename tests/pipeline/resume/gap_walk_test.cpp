#include "src/pipeline/resume/gap_walk.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace urlsieve {
namespace gap_walk_test {

using step = gap_walk::step;
using kind = gap_event::kind;

std::vector<kind> kinds(gap_walk& walk) {
  std::vector<kind> all;
  for (const gap_event& take_event : walk.take_events()) all.push_back(take_event.is);
  return all;
}

std::string checksum_of_inputs(const std::vector<std::string>& inputs) {
  gap_walk walk;
  for (const std::string& input : inputs) walk.open(input);
  return walk.checksum();
}

TEST(gap_walk, finds_gaps_and_continues_from_them) {
  gap_walk first;
  EXPECT_EQ(first.next_step(), step::read);
  first.open("a");
  ASSERT_TRUE(first.begin(3));
  EXPECT_TRUE(first.is_open());
  const std::uint64_t next = first.end("checksum of c");
  first.open("c");
  const std::vector<gap_event> events = first.take_events();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].is, kind::begins);
  EXPECT_EQ(events[1].is, kind::ends);
  EXPECT_EQ(events[1].place.first_batch, 3U);
  EXPECT_EQ(events[1].place.end_batch, next);
  EXPECT_GT(next, 1000000U);

  gap_walk second;
  second.resume_from({events[1].place}, first.inputs(), first.checksum(), next + 7);
  EXPECT_FALSE(second.reads_all());
  EXPECT_EQ(second.next_step(), step::pass);
  second.pass("a");
  EXPECT_EQ(second.next_step(), step::reach);
  EXPECT_EQ(second.reach(), 3U);
  EXPECT_EQ(second.next_step(), step::inside);
  EXPECT_FALSE(second.ends_at("checksum of b"));
  second.open("b");
  EXPECT_TRUE(second.ends_at("checksum of c"));
  EXPECT_TRUE(second.passes_behind());
  second.leave();
  EXPECT_FALSE(second.is_as_before());
  second.pass("c");
  EXPECT_TRUE(second.is_as_before());
  EXPECT_EQ(second.next_step(), step::finish);
  EXPECT_EQ(second.finish(), next + 7);
  EXPECT_EQ(second.next_step(), step::read);
  EXPECT_EQ(kinds(second), (std::vector<kind>{kind::reached, kind::passed}));
  EXPECT_EQ(second.inputs(), 3U);
  EXPECT_EQ(second.checksum(), checksum_of_inputs({"a", "b", "c"}));
}

// A permanent gap keeps its numbers over retries.
TEST(gap_walk, keeps_the_numbers_of_a_gap_that_stays) {
  input_gap gap{0, 0, 1U << 22U, "behind"};
  for (int round = 0; round < 1000; ++round) {
    gap_walk walk;
    walk.resume_from({gap}, 1, checksum_of_inputs({"behind"}), 1U << 23U);
    const std::uint64_t first = walk.reach();
    ASSERT_TRUE(walk.begin(first + 1)) << round;
    const std::uint64_t next = walk.end("behind");
    ASSERT_FALSE(walk.is_full(next));
    const gap_event last = walk.take_events().back();
    ASSERT_EQ(last.is, kind::ends);
    gap = last.place;
  }
  EXPECT_GT(gap.end_batch - gap.first_batch, 1U << 21U);
}

TEST(gap_walk, divides_the_numbers_of_a_gap_until_few_are_left) {
  gap_walk walk;
  walk.resume_from({{0, 100, 100 + (1U << 22U), "behind"}}, 1, "", 1U << 23U);
  std::uint64_t next = walk.reach();
  int gaps = 0;
  for (; walk.begin(next); ++gaps) {
    next = walk.end("another") + 1;
    ASSERT_FALSE(walk.is_full(next));
  }
  EXPECT_GT(gaps, 30);
  EXPECT_TRUE(walk.is_full(100 + (1U << 22U)));
}

TEST(gap_walk, has_a_bound_of_gaps) {
  gap_walk walk;
  std::uint64_t next = 0;
  int gaps = 0;
  for (; walk.begin(next); ++gaps) next = walk.end("another");
  EXPECT_EQ(gaps, 256);
  EXPECT_LT(next, std::uint64_t{1} << 32U);
}

}  // namespace gap_walk_test
}  // namespace urlsieve
