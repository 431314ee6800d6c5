// Merges output directories: merge_runs reads the runs, merge_budget divides the work among workers, and each
// shard is merged independently.
#include "urlsieve/merge_shards.hpp"
#include "src/pipeline/thread_supply.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <iterator>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "src/datasets/merge_budget.hpp"
#include "src/datasets/merge_runs.hpp"
#include "src/datasets/remote_outputs.hpp"
#include "src/input/lists/named_paths.hpp"
#include "src/pipeline/leftover_warning.hpp"
#include "src/pipeline/resources.hpp"
#include "src/shards/chosen_fields.hpp"
#include "src/shards/durable_file.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/output_directory.hpp"
#include "src/shards/partition.hpp"
#include "src/shards/run_counts.hpp"
#include "src/shards/shard_merge.hpp"
#include "src/text/system_error.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

namespace {

// The directory for rows between two steps of a merge.
class merge_scratch {
 public:
  // Chooses a new directory below `temporary`, and removes leftovers of killed runs there. If `temporary` is
  // empty, chooses a directory inside `building`, which is removed with it if the run fails. `monitor` may be
  // null. Fails as locked_directory::new_directory() does.
  [[nodiscard]] result<void> choose(const std::string& temporary, const std::string& building,
                                    const run_monitor* monitor);

  // Creates the directory if it does not exist. Fails with error_code::cannot_open. Thread-safe.
  [[nodiscard]] result<void> create();

  // Removes the directory. Requires: the directory is empty.
  [[nodiscard]] result<void> remove();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::atomic<std::uint32_t>& next_number() { return next_number_; }  // of files in it

 private:
  locked_directory locked_;
  std::string path_;
  std::mutex mutex_;  // guards is_created_
  bool is_created_ = false;
  std::atomic<std::uint32_t> next_number_{0};
};

result<void> merge_scratch::choose(const std::string& temporary, const std::string& building,
                                   const run_monitor* monitor) {
  path_ = building + "/merged";
  if (temporary.empty()) return {};
  const std::vector<std::string> left = locked_directory::remove_leftovers_below(temporary);
  if (monitor != nullptr) warn_of_leftovers(left, *monitor);
  result<locked_directory> locked = locked_directory::new_directory(temporary);
  if (!locked) return tl::unexpected(std::move(locked.error()));
  locked_ = std::move(*locked);
  path_ = locked_.path();
  is_created_ = true;
  return {};
}

result<void> merge_scratch::create() {
  const std::lock_guard lock(mutex_);
  if (is_created_) return {};
  if (::mkdir(path_.c_str(), 0700) != 0)
    return tl::unexpected(system_error(error_code::cannot_open, "create", path_, errno));
  is_created_ = true;
  return {};
}

result<void> merge_scratch::remove() {
  if (!is_created_) return {};
  if (!locked_.path().empty()) {
    locked_.remove();
    return {};
  }
  if (::rmdir(path_.c_str()) == 0) return {};
  return tl::unexpected(system_error(error_code::cannot_write, "remove", path_, errno));
}

constexpr std::uint64_t merge_spare_files = 32;  // open besides the merged files

tl::unexpected<error> refuse(std::string why) {
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

// Returns the lowest upper half (32 bits) of the hashes in an output shard, as multiply-shift divides them.
std::uint64_t first_hash(std::uint64_t shard, std::uint64_t shards) {
  return ((shard << 32U) + shards - 1) / shards;
}

class merging {
 public:
  merging(const merge_options& options, run_monitor* monitor)
      : options_(options), monitor_(monitor), remote_(remote_context_of(options.remote, monitor)) {}

  result<manifest> run() {
    return merge_runs::open(options_, demands_of(options_), remote_, monitor_)
        .and_then([this](merge_runs&& opened) {
          runs_.emplace(std::move(opened));
          return describe_output();
        })
        .and_then([this] { return divide(); })
        .and_then([this] { return write(); });
  }

 private:
  result<void> describe_output() {
    out_ = runs_->united();
    if (!options_.fields.empty()) {
      const std::vector<manifest> kinds(runs_->kinds().begin(), runs_->kinds().end());
      if (result<void> chosen = choose_fields(options_.fields, kinds, runs_->names_of_kinds(), out_); !chosen)
        return chosen;
      if (!uses_suffixes(out_)) out_.public_suffix_list.clear();
    }
    if (options_.reshard != 0) out_.shard_count = options_.reshard;
    if (out_.shard_count > max_shards)
      return refuse("the number of shards must be from 1 to " + std::to_string(max_shards));
    out_.layout = options_.layout.value_or(out_.layout);
    if (result<void> chosen = choose_form(options_.format, options_.compress, out_); !chosen) return chosen;
    if (result<void> chosen = choose_filters(options_.filter_bits, out_); !chosen) return chosen;
    if (!options_.only_shard) return {};
    out_.only_shard = options_.only_shard;
    if (*out_.only_shard >= out_.shard_count)
      return refuse("there is no shard " + std::to_string(*out_.only_shard) + " of " +
                    std::to_string(out_.shard_count));
    // Counts of whole runs stay with shard 0, so that joining the shards adds them once. Lengths stay with
    // the shard in which they were counted.
    if (*out_.only_shard != 0) {
      out_.references = out_.kept = 0;
      for (manifest_counts& heading : out_.counted) heading.counts.clear();
      out_.examples.clear();
    }
    return {};
  }

  // A job makes one shard, or, if the output has more shards than the runs, all output shards of one input
  // shard.
  struct shard_range {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };

  [[nodiscard]] std::vector<shard_range> ranges() const {
    std::uint32_t least = out_.shard_count;
    for (const manifest& kind : runs_->kinds()) least = std::min(least, kind.shard_count);
    std::vector<shard_range> all;
    for (std::uint64_t job = 0; job < least; ++job) {
      shard_range range{static_cast<std::uint32_t>((job * out_.shard_count + least - 1) / least),
                        static_cast<std::uint32_t>(((job + 1) * out_.shard_count + least - 1) / least)};
      if (options_.only_shard) {
        if (*options_.only_shard < range.first || *options_.only_shard >= range.last) continue;
        range = {*options_.only_shard, *options_.only_shard + 1};
      }
      all.push_back(range);
    }
    return all;
  }

  [[nodiscard]] std::vector<merge_input> inputs_of(const shard_range& range) const {
    std::vector<merge_input> inputs;
    runs_->append_inputs(first_hash(range.first, out_.shard_count) << 32U,
                         (first_hash(range.last, out_.shard_count) - 1) << 32U, inputs);
    return inputs;
  }

  result<void> divide() {
    intermediate_layout_ = out_;
    intermediate_layout_.filter_bits = 0;
    intermediate_layout_.packing = all_are_plain() ? compression::none : compression::zstd;
    if (!all_have_form(out_.form)) intermediate_layout_.form = row_form::parquet;
    jobs_ = ranges();
    merge_demand demand(out_, intermediate_layout_);
    std::size_t most_inputs = 0;
    for (const shard_range& range : jobs_) {
      const std::vector<merge_input> inputs = inputs_of(range);
      if (monitor_ != nullptr)
        for (const merge_input& input : inputs) monitor_->stored_bytes_total += input.shard->bytes;
      most_inputs = std::max(most_inputs, inputs.size());
      demand.add(inputs, range.last - range.first);
    }
    const unsigned wanted = threads_or_all(options_.threads);
    const std::uint64_t memory = memory_or_half(options_.memory);
    const std::uint64_t reserved =
        memory_of_program + runs_->memory() + wanted * most_inputs * sizeof(merge_input);
    const std::uint64_t files = most_open_files();
    const std::uint64_t kept_open = merge_spare_files + files_to_sync();
    const result<merge_budget> divided =
        demand.divide({wanted, memory - std::min(memory, reserved), files - std::min(files, kept_open)});
    if (!divided) return tl::unexpected(divided.error());
    budget_ = *divided;
    return {};
  }

  [[nodiscard]] bool all_have_form(row_form form) const {
    return std::all_of(runs_->kinds().begin(), runs_->kinds().end(),
                       [form](const manifest& kind) { return kind.form == form; });
  }

  // Returns true if no run is compressed or in Parquet; intermediate rows then are not compressed, either.
  [[nodiscard]] bool all_are_plain() const {
    return std::all_of(runs_->kinds().begin(), runs_->kinds().end(), [](const manifest& kind) {
      return kind.packing == compression::none && kind.form != row_form::parquet;
    });
  }

  result<manifest> write() {
    const std::vector<std::string>& directories = runs_->directories();
    std::vector<std::string> needed = on_this_machine(directories);
    if (!options_.temporary.empty()) {
      needed.push_back(options_.temporary);
      if (result<void> found = find_directories(std::span(&options_.temporary, 1)); !found)
        return tl::unexpected(std::move(found.error()));
    }
    result<output_directory> directory = output_directory::create(options_.output, options_.force, needed);
    if (!directory) return tl::unexpected(std::move(directory.error()));
    if (monitor_ != nullptr) warn_of_leftovers(directory->removed(), *monitor_);
    if (result<void> chosen = scratch_.choose(options_.temporary, directory->building(), monitor_); !chosen)
      return tl::unexpected(std::move(chosen.error()));
    written_.resize(jobs_.size());
    const unsigned workers = available_threads(budget_.workers, warning_of(monitor_));
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, workers);
    tbb::task_arena arena(static_cast<int>(workers));
    sync_queue to_sync(files_to_sync());
    const std::string& building = directory->building();
    arena.execute([&] {
      // Jobs run one after another as workers become free, each to its end, to limit intermediate rows on
      // disk.
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, jobs_.size(), 1),
          [&](const tbb::blocked_range<std::size_t>& some) {
            for (std::size_t i = some.begin(); i != some.end(); ++i) {
              if (!failed_) written_[i] = merge_range(jobs_[i], building, to_sync);
              if (!written_[i]) failed_ = true;
            }
          },
          tbb::simple_partitioner());
    });
    if (result<void> done = first_failure(); !done) return tl::unexpected(std::move(done.error()));
    result<void> synced = to_sync.drain();
    if (synced) synced = scratch_.remove();
    if (!synced) return tl::unexpected(std::move(synced.error()));
    for (result<std::vector<shard_summary>>& shards : written_)
      std::move(shards->begin(), shards->end(), std::back_inserter(out_.shards));
    for (const shard_summary& shard : out_.shards) out_.unique += shard.lines;
    // If all shards were copied, their lengths are summed already.
    if (out_.only_shard || lengths_are_known(out_.shards)) count_lengths(out_);
    if (result<void> done = directory->commit(out_.json()); !done)
      return tl::unexpected(std::move(done.error()));
    return std::move(out_);
  }

  result<std::vector<shard_summary>> merge_range(const shard_range& range, const std::string& directory,
                                                 sync_queue& to_sync) {
    merge_job job;
    job.inputs = inputs_of(range);
    job.whole = runs_->whole(job.inputs);
    job.directory = directory;
    job.out = &out_;
    job.first = range.first;
    job.last = range.last;
    job.intermediate_layout = &intermediate_layout_;
    job.scratch = scratch_.path();
    job.next_intermediate = &scratch_.next_number();
    job.block = budget_.block;
    job.memory = budget_.memory;
    job.remote = remote_;
    bool exceeded_memory = false;
    job.exceeded_memory = &exceeded_memory;
    // If long rows exceed the reserve, fewer inputs are merged at the same time.
    for (merge_limits limits = budget_.limits;;) {
      std::optional<merge_tree> tree = plan_merges(weights_of(job.inputs, budget_.block), limits);
      // divide() has checked that two inputs always fit.
      if (!tree) return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
      job.tree = std::move(*tree);
      const std::size_t widest = widest_step(job.tree, job.inputs.size());
      job_progress seen;
      result<std::vector<shard_summary>> merged = merge_planned(job, seen, to_sync);
      if (merged || !std::exchange(exceeded_memory, false) || widest <= 2) return merged;
      limits.most_inputs = std::max<std::size_t>(widest / 2, 2);
      subtract_progress(seen);
    }
  }

  // Reported progress of a job, for subtraction if the job is repeated.
  struct job_progress {
    std::uint64_t stored = 0;
    std::uint64_t rows = 0;
  };

  result<std::vector<shard_summary>> merge_planned(const merge_job& job, job_progress& seen,
                                                   sync_queue& to_sync) {
    if (!job.tree.levels.empty())
      if (result<void> created = scratch_.create(); !created)
        return tl::unexpected(std::move(created.error()));
    try {
      return merge_shard(job, watch(seen), to_sync);
    } catch (const std::bad_alloc&) {
      return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
    }
  }

  void subtract_progress(const job_progress& seen) {
    if (monitor_ == nullptr) return;
    monitor_->stored_bytes_done -= seen.stored;
    monitor_->unique -= seen.rows;
  }

  // Returns the first error. A failed job interrupts the others, so their errors come last.
  [[nodiscard]] result<void> first_failure() const {
    for (const bool interrupted : {false, true})
      for (const result<std::vector<shard_summary>>& shards : written_)
        if (!shards && (shards.error().code == error_code::interrupted) == interrupted)
          return tl::unexpected(shards.error());
    return {};
  }

  // Leaves most open files to the merged files, if the limit is low.
  [[nodiscard]] static std::size_t files_to_sync() {
    return static_cast<std::size_t>(std::min<std::uint64_t>(most_open_files() / 16, 32));
  }

  [[nodiscard]] merge_watch watch(job_progress& seen) {
    merge_watch callbacks;
    callbacks.stopped = [this] { return failed_ || (monitor_ != nullptr && monitor_->stop); };
    callbacks.passed = [this, &seen](std::uint64_t stored, std::uint64_t rows) {
      seen.stored += stored;
      seen.rows += rows;
      if (monitor_ == nullptr) return;
      monitor_->stored_bytes_done += stored;
      monitor_->unique += rows;
    };
    return callbacks;
  }

  const merge_options& options_;
  run_monitor* monitor_;
  remote_context remote_;
  std::optional<merge_runs> runs_;
  manifest out_;
  manifest intermediate_layout_;  // layout of intermediate rows
  std::vector<shard_range> jobs_;
  merge_budget budget_;
  std::vector<result<std::vector<shard_summary>>> written_;
  merge_scratch scratch_;
  std::atomic<bool> failed_{false};
};

}  // namespace

result<manifest> merge_shards(const merge_options& options, run_monitor* monitor) {
  try {
    return run_with_output(options, monitor == nullptr ? nullptr : &monitor->stop,
                           [&](const merge_options& local) { return merging(local, monitor).run(); });
  } catch (const std::bad_alloc&) {
    return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  }
}

}  // namespace urlsieve
