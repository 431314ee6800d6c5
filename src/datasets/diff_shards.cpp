// Plans which shards of both directories are compared together, and compares them in parallel.
#include "urlsieve/diff_shards.hpp"

#include <algorithm>
#include <functional>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "src/datasets/ordered_differences.hpp"
#include "src/datasets/remote_outputs.hpp"
#include "src/datasets/shard_comparison.hpp"
#include "src/input/lists/named_paths.hpp"
#include "src/pipeline/leftover_warning.hpp"
#include "src/pipeline/resources.hpp"
#include "src/pipeline/thread_supply.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/partition.hpp"
#include "src/shards/row_layout.hpp"
#include "src/shards/shard_fit.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

namespace {

constexpr std::uint64_t memory_a_reader = std::uint64_t{2} << 20U;
constexpr std::uint64_t diff_spare_files = 32;
// A worker is at most this many jobs ahead of the consumer.
constexpr std::size_t jobs_ahead = 2;
// The most blocks of differences that wait in a job. Many let workers go on while the consumer is at the job
// of another worker.
constexpr std::uint64_t most_waiting_blocks = 64;

// Returns the memory of the blocks of a worker: those that wait, the last one of each job, and the one that
// the worker fills.
constexpr std::uint64_t memory_of_blocks(std::uint64_t waiting) {
  return (jobs_ahead * (waiting + 1) + 1) * ordered_differences::block_bytes;
}

tl::unexpected<error> refuse_diff(std::string why) {
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

// Runs a function in threads, until the object is destroyed.
class worker_threads {
 public:
  worker_threads(unsigned count, ordered_differences& queue, const std::function<void()>& work)
      : queue_(queue) {
    try {
      for (unsigned i = 0; i < count; ++i) threads_.emplace_back(work);
    } catch (...) {
      end();
      throw;
    }
  }
  ~worker_threads() { end(); }
  worker_threads(const worker_threads&) = delete;
  worker_threads& operator=(const worker_threads&) = delete;

 private:
  void end() {
    queue_.cancel();
    for (std::thread& each : threads_) each.join();
  }

  ordered_differences& queue_;
  std::vector<std::thread> threads_;
};

class differing {
 public:
  differing(const diff_options& options, const consumer_ref<row_difference>& take, run_monitor* monitor)
      : options_(options), take_(take), monitor_(monitor) {
    both_.remote = remote_context_of(options.remote, monitor);
  }

  result<difference_counts> run() {
    return open()
        .and_then([this] { return plan(); })
        .and_then([this] { return workers_ > 1 ? compare_in_parallel() : compare_serially(); })
        .map([this] { return counts_; });
  }

 private:
  result<void> open() {
    both_.paths = {options_.first, options_.second};
    if (result<void> found = find_outputs(both_.paths); !found) return found;
    for (const std::string& directory : both_.paths) {
      result<manifest> read = open_manifest(directory, options_.mark, both_.remote);
      if (!read) return tl::unexpected(std::move(read.error()));
      both_.runs.push_back(std::move(*read));
      if (both_.runs.back().order == row_order::first_seen)
        return refuse_diff(
            directory +
            " is in the order first-seen, in which rows cannot be compared: make the output with "
            "output_options::order = bytes or surt");
    }
    is_aligned_ = both_.runs[0].shard_by == both_.runs[1].shard_by &&
                  (both_.runs[0].shard_by != partition_key::domain ||
                   both_.runs[0].public_suffix_list == both_.runs[1].public_suffix_list);
    // A different partition does not change the rows.
    manifest second = both_.runs[1];
    second.shard_by = both_.runs[0].shard_by;
    if (both_.runs[0].edges != edge_choice::domain)
      second.public_suffix_list = both_.runs[0].public_suffix_list;
    if (result<void> fits =
            check_compatibility(both_.runs[0], both_.paths[0], second, both_.paths[1], {false, false});
        !fits)
      return fits;
    for (std::size_t side = 0; side < 2; ++side) both_.layouts.emplace_back(both_.runs[side]);
    for (const row_layout& layout : both_.layouts)
      both_.count_places.push_back(layout.place(name_of(field::count)));
    return {};
  }

  result<void> plan() {
    const manifest& first = both_.runs[0];
    const manifest& second = both_.runs[1];
    if (first.only_shard != second.only_shard ||
        (first.only_shard && (!is_aligned_ || first.shard_count != second.shard_count)))
      return refuse_diff(
          both_.paths[first.only_shard ? 0 : 1] +
          " holds a single shard, which can be compared only with the same shard: merge the shards first");
    if (!is_aligned_) {
      jobs_.emplace_back();
      for (std::size_t side = 0; side < 2; ++side)
        for (const shard_summary& shard : both_.runs[side].shards) jobs_[0].shards.push_back({side, &shard});
      return check_free_space();
    }
    for (std::size_t i = 0; i < first.shards.size(); ++i) {
      comparison_job job{{{0, &first.shards[i]}}, {}};
      if (first.shard_count == second.shard_count) {
        job.shards.push_back({1, &second.shards[i]});
      } else {
        job.only = static_cast<std::uint32_t>(i);
        for (std::uint32_t overlap = first_overlap(i);
             overlap < second.shard_count &&
             first_hash(overlap, second.shard_count) < first_hash(i + 1, first.shard_count);
             ++overlap)
          job.shards.push_back({1, &second.shards[overlap]});
      }
      jobs_.push_back(std::move(job));
    }
    return check_free_space();
  }

  // Returns the lowest upper half of the hashes in a shard, as multiply-shift divides them.
  static std::uint64_t first_hash(std::uint64_t shard, std::uint64_t shards) {
    return ((shard << 32U) + shards - 1) / shards;
  }

  // Returns the first shard of the second directory that overlaps a shard of the first.
  [[nodiscard]] std::uint32_t first_overlap(std::size_t shard) const {
    return shard_of(first_hash(shard, both_.runs[0].shard_count) << 32U, both_.runs[1].shard_count);
  }

  result<void> check_free_space() {
    std::size_t most = 0;
    for (const comparison_job& job : jobs_) {
      most = std::max(most, job.shards.size());
      if (monitor_ == nullptr) continue;
      for (const side_shard& input : job.shards) monitor_->stored_bytes_total += input.shard->bytes;
    }
    const std::uint64_t memory = memory_or_half(options_.memory);
    const std::uint64_t needed = memory_of_program + most * memory_a_reader;
    if (memory < needed)
      return refuse_diff("comparing this many shards at once needs " + std::to_string(needed >> 20U) +
                         " MiB: give more diff_options::memory, or make shards of the same partition");
    if (most_open_files() < most + diff_spare_files)
      return refuse_diff("comparing this many shards at once needs " +
                         std::to_string(most + diff_spare_files) +
                         " open files: raise the limit (ulimit -n), or make shards of the same partition");
    most = std::max<std::size_t>(most, 1);
    const std::uint64_t memory_of_worker = most * memory_a_reader + memory_of_blocks(1);
    const std::uint64_t fitting =
        std::min({(memory - memory_of_program) / memory_of_worker,
                  (most_open_files() - diff_spare_files) / most, std::uint64_t{jobs_.size()}});
    const auto wanted =
        static_cast<unsigned>(std::min<std::uint64_t>(threads_or_all(options_.threads), fitting));
    // Besides the workers, the calling thread delivers the differences.
    workers_ = wanted > 1 ? std::max(available_threads(wanted + 1, warning_of(monitor_)) - 1, 1U) : 1;
    std::uint64_t available = (memory - memory_of_program) / workers_;
    if (workers_ > 1) {
      const std::uint64_t spare = (available - memory_of_worker) / 4;
      waiting_blocks_ =
          std::min(1 + spare / (jobs_ahead * ordered_differences::block_bytes), most_waiting_blocks);
      available -= memory_of_blocks(waiting_blocks_);
    }
    memory_of_reader_ = available / most;
    return {};
  }

  result<void> compare_serially() {
    shard_comparison comparison(both_, memory_of_reader_, monitor_);
    const auto take = [this](const row_difference& found) {
      ++counts_.of[static_cast<unsigned>(found.kind)];
      return take_(found);
    };
    for (const comparison_job& job : jobs_) {
      const result<std::optional<std::uint64_t>> same = comparison.run(job, take);
      if (!same) return tl::unexpected(same.error());
      if (!*same) break;
      counts_.same += **same;
    }
    return {};
  }

  // The calling thread delivers what the workers find.
  result<void> compare_in_parallel() {
    ordered_differences found(jobs_.size(), jobs_ahead * workers_, waiting_blocks_);
    const worker_threads workers(workers_, found, [this, &found] { compare_jobs(found); });
    for (std::size_t job = 0; job < jobs_.size(); ++job) {
      const result<bool> more = found.deliver_next(take_, counts_);
      if (!more) return tl::unexpected(more.error());
      if (!*more) break;
    }
    return {};
  }

  void compare_jobs(ordered_differences& found) const {
    shard_comparison comparison(both_, memory_of_reader_, monitor_);
    while (const std::optional<std::size_t> job = found.claim()) {
      difference_block block;
      const auto take = [&](const row_difference& difference) {
        block.add(difference);
        return block.bytes() < ordered_differences::block_bytes ||
               found.add(*job, std::exchange(block, difference_block()));
      };
      try {
        result<std::optional<std::uint64_t>> same = comparison.run(jobs_[*job], take);
        if (same && !*same) return;
        found.finish(*job, std::move(block), same.map([](const auto& rows) { return *rows; }));
      } catch (const std::bad_alloc&) {
        found.finish(*job, difference_block(),
                     tl::unexpected(error{error_code::out_of_memory, "out of memory"}));
      }
    }
  }

  const diff_options& options_;
  const consumer_ref<row_difference>& take_;
  run_monitor* monitor_;
  compared_directories both_;
  bool is_aligned_ = false;  // equal keys are in equal ranges of hashes in both
  std::vector<comparison_job> jobs_;
  unsigned workers_ = 1;
  std::uint64_t waiting_blocks_ = 1;  // the most blocks that wait in a job
  std::uint64_t memory_of_reader_ = 0;
  difference_counts counts_;
};

}  // namespace

result<difference_counts> diff_shards(const diff_options& options, const consumer_ref<row_difference>& take,
                                      run_monitor* monitor) {
  try {
    return differing(options, take, monitor).run();
  } catch (const std::bad_alloc&) {
    return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  } catch (const std::system_error& failed) {
    return tl::unexpected(
        error{error_code::out_of_memory, std::string("no thread can be started: ") + failed.what()});
  }
}

}  // namespace urlsieve
