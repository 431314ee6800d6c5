#include "src/datasets/ordered_differences.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace urlsieve {
namespace ordered_differences_test {

// Job `job` has `job` % 7 blocks of differences, whose rows are "JOB NUMBER", and `job` equal rows.
void run_job(ordered_differences& queue, std::size_t job) {
  difference_block block;
  std::size_t number = 0;
  for (std::size_t blocks = job % 7; blocks != 0; --blocks) {
    for (int i = 0; i < 3; ++i) {
      const std::string row = std::to_string(job) + " " + std::to_string(number++) + "\tcount";
      block.add({difference::added, std::string_view(row).substr(0, row.find('\t')), row, 0, 0});
    }
    if (!queue.add(job, std::exchange(block, difference_block()))) return;
  }
  block.add({difference::changed, "changed in " + std::to_string(job), {}, job, job + 1});
  queue.finish(job, std::move(block), std::uint64_t{job});
}

struct worker_group {
  worker_group(ordered_differences& all, int count) : queue(all) {
    for (int i = 0; i < count; ++i)
      threads.emplace_back([this] {
        while (const std::optional<std::size_t> job = queue.claim()) run_job(queue, *job);
      });
  }
  ~worker_group() {
    queue.cancel();
    for (std::thread& each : threads) each.join();
  }
  ordered_differences& queue;
  std::vector<std::thread> threads;
};

TEST(ordered_differences, arrive_in_the_order_of_jobs_from_any_number_of_workers) {
  constexpr std::size_t jobs = 200;
  for (const int workers : {1, 2, 5}) {
    ordered_differences queue(jobs, 2, 1 + static_cast<std::size_t>(workers) / 2);
    const worker_group group(queue, workers);
    difference_counts counts;
    std::vector<std::string> found;
    for (std::size_t job = 0; job < jobs; ++job) {
      const auto take = [&](const row_difference& each) {
        if (each.kind == difference::added) {
          EXPECT_EQ(std::string(each.url) + "\tcount", each.row);
        } else {
          EXPECT_EQ(each.url, "changed in " + std::to_string(job));
          EXPECT_EQ(each.row, "");
          EXPECT_EQ(each.before, job);
          EXPECT_EQ(each.after, job + 1);
        }
        found.emplace_back(each.url);
        return true;
      };
      const result<bool> more = queue.deliver_next(take, counts);
      ASSERT_TRUE(more && *more);
    }
    std::vector<std::string> expected;
    for (std::size_t job = 0; job < jobs; ++job) {
      for (std::size_t i = 0; i < 3 * (job % 7); ++i)
        expected.push_back(std::to_string(job) + " " + std::to_string(i));
      expected.push_back("changed in " + std::to_string(job));
    }
    EXPECT_EQ(found, expected);
    EXPECT_EQ(counts.same, jobs * (jobs - 1) / 2);
    EXPECT_EQ(counts[difference::changed], jobs);
    EXPECT_EQ(counts[difference::added], expected.size() - jobs);
  }
}

TEST(ordered_differences, blocks_wait_while_an_earlier_job_runs) {
  ordered_differences queue(2, 2, 3);
  EXPECT_EQ(queue.claim(), 0U);
  EXPECT_EQ(queue.claim(), 1U);
  for (const std::string row : {"a", "b", "c"}) {
    difference_block block;
    block.add({difference::removed, row, row, 0, 0});
    ASSERT_TRUE(queue.add(1, std::move(block)));  // with fewer blocks, it would wait for ever
  }
  queue.finish(0, difference_block(), std::uint64_t{1});
  queue.finish(1, difference_block(), std::uint64_t{1});
  difference_counts counts;
  std::string found;
  const auto take = [&](const row_difference& each) {
    found += each.url;
    return true;
  };
  for (int job = 0; job < 2; ++job) ASSERT_TRUE(queue.deliver_next(take, counts));
  EXPECT_EQ(found, "abc");
}

TEST(ordered_differences, a_consumer_that_stops_ends_all_workers) {
  ordered_differences queue(100, 4, 1);
  const worker_group group(queue, 3);
  difference_counts counts;
  const result<bool> first = queue.deliver_next([](const row_difference&) { return true; }, counts);
  ASSERT_TRUE(first && *first);
  const result<bool> second = queue.deliver_next([](const row_difference&) { return false; }, counts);
  ASSERT_TRUE(second);
  EXPECT_FALSE(*second);
  EXPECT_EQ(counts[difference::changed], 1U);  // of job 0
  EXPECT_EQ(counts[difference::added], 1U);    // the first of job 1
}

TEST(ordered_differences, differences_in_front_of_a_failure_are_delivered) {
  ordered_differences queue(2, 2, 1);
  EXPECT_EQ(queue.claim(), 0U);
  EXPECT_EQ(queue.claim(), 1U);
  EXPECT_EQ(queue.claim(), std::nullopt);
  queue.finish(1, difference_block(), tl::unexpected(error{error_code::cannot_read, "second"}));
  difference_block block;
  block.add({difference::removed, "a", "a\t1", 0, 0});
  queue.finish(0, std::move(block), tl::unexpected(error{error_code::cannot_read, "first"}));
  difference_counts counts;
  const result<bool> more = queue.deliver_next([](const row_difference&) { return true; }, counts);
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().message, "first");
  EXPECT_EQ(counts[difference::removed], 1U);
}

}  // namespace ordered_differences_test
}  // namespace urlsieve
