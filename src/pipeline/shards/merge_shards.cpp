#include "urlsieve/merge_shards.hpp"
#include "src/pipeline/thread_supply.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <new>
#include <utility>

#include "src/input/named_paths.hpp"
#include "src/pipeline/resources.hpp"
#include "src/shards/chosen_fields.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/output_directory.hpp"
#include "src/shards/partition.hpp"
#include "src/shards/run_counts.hpp"
#include "src/shards/shard_fit.hpp"
#include "src/shards/shard_merge.hpp"
#include "src/shards/shard_writer.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {

namespace {

constexpr std::uint64_t spare_files = 32;  // open besides those that are merged

tl::unexpected<error> refuse(std::string why) {
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

// The outputs with the hash range of each, as multiply-shift cuts it: of the upper 32 bits.
std::uint64_t first_hash(std::uint64_t shard, std::uint64_t shards) {
  return ((shard << 32U) + shards - 1) / shards;
}

class merging {
 public:
  merging(const merge_options& options, run_monitor* monitor) : options_(options), monitor_(monitor) {}

  result<manifest> run() {
    return open_runs()
        .and_then([this] { return describe_output(); })
        .and_then([this] { return plan(); })
        .and_then([this] { return write(); });
  }

 private:
  result<void> open_runs() {
    if (options_.directories.empty()) return refuse("no directory is named");
    if (result<void> found = find_directories(options_.directories); !found) return found;
    for (const std::string& directory : options_.directories) {
      result<manifest> read = open_manifest(directory, options_.mark);
      if (!read) return tl::unexpected(std::move(read.error()));
      runs_.push_back(std::move(*read));
    }
    const fit_demands demands{options_.reshard == 0, true, options_.fields.empty()};
    for (std::size_t i = 1; i < runs_.size(); ++i) {
      result<void> fits =
          check_fit(runs_[0], options_.directories[0], runs_[i], options_.directories[i], demands);
      if (!fits) return fits;
    }
    const bool mixes = options_.reshard != 0 || (runs_.size() > 1 && !runs_[0].only_shard);
    if (runs_[0].order == row_order::first_seen && mixes) {
      return refuse(
          "shards in the order first-seen cannot be merged: where a URL belongs depends on all that came "
          "before; make them with output_options::order = bytes or surt");
    }
    return check_parts();
  }

  // Runs are whole, or each shard of one run has a directory of its own.
  result<void> check_parts() {
    std::vector<const std::string*> holders(runs_[0].shard_count, nullptr);
    std::size_t parts = 0;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (!runs_[i].only_shard) continue;
      ++parts;
      const std::string*& holder = holders[*runs_[i].only_shard % holders.size()];
      if (holder != nullptr) {
        return refuse(*holder + " and " + options_.directories[i] + " both hold shard " +
                      std::to_string(*runs_[i].only_shard) + " alone: join the shards of each run first");
      }
      holder = &options_.directories[i];
    }
    if (parts == 0) return {};
    if (parts != runs_.size())
      return refuse("some directories hold a single shard and some all of them: join the single ones first");
    if (options_.reshard != 0 || options_.only_shard)
      return refuse("directories that hold a single shard can only be joined");
    for (std::size_t shard = 0; shard < holders.size(); ++shard)
      if (holders[shard] == nullptr) return refuse("no directory holds shard " + std::to_string(shard));
    return {};
  }

  result<void> describe_output() {
    out_ = unite(version, runs_);
    if (!options_.fields.empty())
      if (result<void> chosen = choose_fields(options_.fields, runs_, options_.directories, out_); !chosen)
        return chosen;
    if (options_.reshard != 0) out_.shard_count = options_.reshard;
    if (out_.shard_count > max_shards)
      return refuse("the number of shards is from 1 to " + std::to_string(max_shards));
    if (options_.compress) {
      if (out_.form == row_form::parquet && *options_.compress != packing_of(out_.form, *options_.compress))
        return refuse("pages of Parquet are always packed by zstd: merge_options::compress cannot be " +
                      std::string(name_of(*options_.compress)));
      out_.packing = *options_.compress;
    }
    if (!options_.only_shard) return {};
    out_.only_shard = options_.only_shard;
    if (*out_.only_shard >= out_.shard_count)
      return refuse("there is no shard " + std::to_string(*out_.only_shard) + " of " +
                    std::to_string(out_.shard_count));
    // What was counted of the runs as a whole goes with shard 0, so that joining adds it up once; lengths go
    // with the shard that they were counted in.
    if (*out_.only_shard != 0) {
      out_.references = out_.kept = 0;
      for (manifest_counts& heading : out_.counted) heading.counts.clear();
      out_.examples.clear();
    }
    return {};
  }

  // A job makes a shard, or where there are to be more shards than before, those that one is dealt out to.
  result<void> plan() {
    std::uint32_t least = out_.shard_count;
    for (const manifest& run : runs_) least = std::min(least, run.shard_count);
    for (std::uint64_t job = 0; job < least; ++job) {
      std::uint32_t first = static_cast<std::uint32_t>((job * out_.shard_count + least - 1) / least);
      std::uint32_t last = static_cast<std::uint32_t>(((job + 1) * out_.shard_count + least - 1) / least);
      if (options_.only_shard) {
        if (*options_.only_shard < first || *options_.only_shard >= last) continue;
        first = *options_.only_shard;
        last = first + 1;
      }
      jobs_.push_back(job_for(first, last));
    }
    return {};
  }

  merge_job job_for(std::uint32_t first, std::uint32_t last) {
    merge_job job;
    job.out = &out_;
    job.first = first;
    job.last = last;
    const std::uint64_t lowest = first_hash(first, out_.shard_count) << 32U;
    const std::uint64_t highest = (first_hash(last, out_.shard_count) - 1) << 32U;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const manifest& run = runs_[i];
      const std::uint32_t to = shard_of(highest, run.shard_count);
      for (std::uint32_t from = shard_of(lowest, run.shard_count); from <= to; ++from) {
        if (run.only_shard && *run.only_shard != from) continue;
        job.inputs.push_back({&run, options_.directories[i], &run.shards[run.only_shard ? 0 : from]});
      }
    }
    return job;
  }

  [[nodiscard]] result<unsigned> threads() const {
    const unsigned wanted = threads_or_all(options_.threads);
    const std::uint64_t memory = memory_or_half(options_.memory);
    std::uint64_t largest = 0;
    std::uint64_t most_files = 0;
    for (const merge_job& job : jobs_) {
      most_files = std::max<std::uint64_t>(most_files, job.inputs.size() + job.last - job.first);
      largest = std::max(largest, memory_to_read(job) + memory_to_write(job));
    }
    std::uint64_t room = memory > memory_of_program ? (memory - memory_of_program) / largest : 0;
    if (room == 0) {
      return refuse("merging so many shards at a time needs " +
                    std::to_string((largest + memory_of_program) >> 20U) +
                    " MiB: give more merge_options::memory, or merge in several steps");
    }
    room = std::min(room, most_open_files() / (most_files + spare_files));
    if (room == 0) {
      return refuse("merging so many shards at a time needs " + std::to_string(most_files + spare_files) +
                    " open files: raise the limit (ulimit -n), or merge in several steps");
    }
    return static_cast<unsigned>(std::min<std::uint64_t>(wanted, room));
  }

  // Of each reader of a job, as long as so many workers are at work.
  [[nodiscard]] std::uint64_t memory_for_rows(unsigned workers, const merge_job& job) const {
    const std::uint64_t share = (memory_or_half(options_.memory) - memory_of_program) / workers;
    const std::uint64_t rest = share - std::min(share, memory_to_write(job));
    return std::max(memory_to_read(job), rest) / job.inputs.size();
  }

  [[nodiscard]] static std::uint64_t memory_to_read(const merge_job& job) {
    std::uint64_t sum = 0;
    for (const merge_input& input : job.inputs) sum += shard_reader::memory_for(*input.of);
    return sum;
  }
  [[nodiscard]] static std::uint64_t memory_to_write(const merge_job& job) {
    return (job.last - job.first) * shard_writer::memory_for(*job.out);
  }

  result<manifest> write() {
    const result<unsigned> workers = threads();
    if (!workers) return tl::unexpected(workers.error());
    result<output_directory> directory =
        output_directory::create(options_.output, options_.force, options_.directories);
    if (!directory) return tl::unexpected(std::move(directory.error()));
    warn_of(*directory);
    for (merge_job& job : jobs_) {
      job.directory = directory->building();
      job.memory_a_reader = memory_for_rows(*workers, job);
    }
    if (monitor_ != nullptr) {
      std::uint64_t total = 0;
      for (const merge_job& job : jobs_)
        for (const merge_input& input : job.inputs) total += input.shard->bytes;
      monitor_->stored_bytes_total = total;
    }
    std::vector<result<std::vector<shard_summary>>> written(jobs_.size());
    require_threads(*workers);
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, *workers);
    tbb::task_arena arena(static_cast<int>(*workers));
    arena.execute([&] {
      tbb::parallel_for(std::size_t{0}, jobs_.size(), [&](std::size_t i) {
        if (!failed_) written[i] = merge_shard(jobs_[i], watch());
        if (!written[i]) failed_ = true;
      });
    });
    // A job that fails stops the others; theirs are not the errors to tell of.
    const auto failure = [&](bool interrupted) {
      return std::find_if(written.begin(), written.end(), [&](const auto& one) {
        return !one && (one.error().code == error_code::interrupted) == interrupted;
      });
    };
    for (const bool interrupted : {false, true})
      if (const auto one = failure(interrupted); one != written.end()) return tl::unexpected(one->error());
    for (result<std::vector<shard_summary>>& one : written)
      std::move(one->begin(), one->end(), std::back_inserter(out_.shards));
    for (const shard_summary& shard : out_.shards) out_.unique += shard.lines;
    // Where all shards of the runs were copied their lengths are added up already.
    if (out_.only_shard || lengths_are_known(out_.shards)) count_lengths(out_);
    if (result<void> done = directory->commit(out_.json()); !done)
      return tl::unexpected(std::move(done.error()));
    return std::move(out_);
  }

  void warn_of(const output_directory& directory) const {
    if (monitor_ == nullptr || !monitor_->on_warning) return;
    for (const std::string& left : directory.removed())
      monitor_->on_warning(left + " was left behind by a run that was killed: removed");
  }

  [[nodiscard]] merge_watch watch() {
    merge_watch made;
    made.stopped = [this] { return failed_ || (monitor_ != nullptr && monitor_->stop); };
    made.passed = [this](std::uint64_t stored, std::uint64_t rows) {
      if (monitor_ == nullptr) return;
      monitor_->stored_bytes_done += stored;
      monitor_->unique += rows;
    };
    return made;
  }

  const merge_options& options_;
  run_monitor* monitor_;
  std::vector<manifest> runs_;
  manifest out_;
  std::vector<merge_job> jobs_;
  std::atomic<bool> failed_{false};
};

}  // namespace

result<manifest> merge_shards(const merge_options& options, run_monitor* monitor) {
  try {
    return merging(options, monitor).run();
  } catch (const std::bad_alloc&) {
    return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  }
}

}  // namespace urlsieve
