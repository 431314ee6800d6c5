// Passes the differences that several threads find to one consumer, in the order of jobs.
#ifndef URLSIEVE_DATASETS_ORDERED_DIFFERENCES_HPP
#define URLSIEVE_DATASETS_ORDERED_DIFFERENCES_HPP

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "urlsieve/consumer_ref.hpp"
#include "urlsieve/diff_shards.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Copies of differences.
class difference_block {
 public:
  void add(const row_difference& found);
  [[nodiscard]] std::size_t bytes() const { return bytes_.size() + entries_.size() * sizeof(entry); }
  // Calls `take` with each difference in order, and counts it in `counts`. Returns false if `take` did.
  bool deliver(const consumer_ref<row_difference>& take, difference_counts& counts) const;

 private:
  struct entry {
    row_difference found;  // without its views
    std::size_t url_begin, url_size;
    std::size_t row_begin, row_size;
  };
  std::string bytes_;
  std::vector<entry> entries_;
};

// Workers claim jobs in order, and add blocks of differences; the consumer takes the blocks of one job after
// the other. A worker waits while its job has `most_blocks` blocks that the consumer did not take, or if it
// is more than `ahead` jobs ahead of the consumer. At the end of a job, one more block is added. Therefore at
// most `ahead` jobs hold blocks: `most_blocks` + 1 each.
class ordered_differences {
 public:
  // Bytes of a full block.
  static constexpr std::size_t block_bytes = std::size_t{256} << 10U;

  ordered_differences(std::size_t jobs, std::size_t ahead, std::size_t most_blocks)
      : ahead_(ahead), most_blocks_(most_blocks), jobs_(jobs) {}

  // Workers. Returns the number of the next job; nullopt at the end, and after cancel().
  [[nodiscard]] std::optional<std::size_t> claim();
  // Workers. Adds a block to a job; returns false after cancel().
  [[nodiscard]] bool add(std::size_t job, difference_block block);
  // Workers. Ends a job: `same` is its number of equal rows, or the reason why the comparison failed.
  void finish(std::size_t job, difference_block rest, result<std::uint64_t> same);

  // The consumer. Delivers all differences of the next job, and adds the job to `counts`. Returns false if
  // `take` did; fails as the job did, after the differences in front of the failure.
  [[nodiscard]] result<bool> deliver_next(const consumer_ref<row_difference>& take,
                                          difference_counts& counts);
  // The consumer. Makes workers return from all functions.
  void cancel();

 private:
  struct job_state {
    std::deque<difference_block> blocks;
    std::optional<result<std::uint64_t>> same;  // set at the end of the job
  };

  std::size_t ahead_;
  std::size_t most_blocks_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<job_state> jobs_;
  std::size_t claimed_ = 0;
  std::size_t delivered_ = 0;
  bool is_cancelled_ = false;
};

}  // namespace urlsieve

#endif
