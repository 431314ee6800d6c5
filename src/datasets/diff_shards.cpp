// Compares the rows of both directories in one sorted order. Rows of the first directory come before rows of
// the second with the same key, so at most one row is pending.
#include "urlsieve/diff_shards.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "src/datasets/remote_outputs.hpp"
#include "src/input/lists/named_paths.hpp"
#include "src/pipeline/resources.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/partition.hpp"
#include "src/shards/row_layout.hpp"
#include "src/shards/row_merge.hpp"
#include "src/shards/row_numbers.hpp"
#include "src/shards/shard_fit.hpp"
#include "src/shards/shard_reader.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

namespace {

constexpr std::uint64_t diff_rows_per_check = 1U << 14U;
constexpr std::uint64_t memory_a_reader = std::uint64_t{2} << 20U;
constexpr std::uint64_t diff_spare_files = 32;

tl::unexpected<error> refuse_diff(std::string why) {
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

// A shard of one of both directories.
struct side_shard {
  std::size_t side = 0;
  const shard_summary* shard = nullptr;
};

// Shards that are read together. `only`: for the second directory, only rows that belong to this shard of the
// first directory.
struct diff_job {
  std::vector<side_shard> shards;
  std::optional<std::uint32_t> only;
};

class differing {
 public:
  differing(const diff_options& options, const consumer_ref<row_difference>& take, run_monitor* monitor)
      : options_(options),
        take_(take),
        monitor_(monitor),
        remote_(remote_context_of(options.remote, monitor)) {}

  result<difference_counts> run() {
    return open().and_then([this] { return plan(); }).and_then([this]() -> result<difference_counts> {
      for (const diff_job& job : jobs_) {
        const result<bool> more = compare(job);
        if (!more) return tl::unexpected(more.error());
        if (!*more) break;
      }
      return counts_;
    });
  }

 private:
  result<void> open() {
    directories_ = {options_.first, options_.second};
    if (result<void> found = find_outputs(directories_); !found) return found;
    for (const std::string& directory : directories_) {
      result<manifest> read = open_manifest(directory, options_.mark, remote_);
      if (!read) return tl::unexpected(std::move(read.error()));
      runs_.push_back(std::move(*read));
      if (runs_.back().order == row_order::first_seen)
        return refuse_diff(
            directory +
            " is in the order first-seen, in which rows cannot be compared: make the output with "
            "output_options::order = bytes or surt");
    }
    is_aligned_ = runs_[0].shard_by == runs_[1].shard_by &&
                  (runs_[0].shard_by != partition_key::domain ||
                   runs_[0].public_suffix_list == runs_[1].public_suffix_list);
    // A different partition does not change the rows.
    manifest second = runs_[1];
    second.shard_by = runs_[0].shard_by;
    if (runs_[0].edges != edge_choice::domain) second.public_suffix_list = runs_[0].public_suffix_list;
    if (result<void> fits =
            check_compatibility(runs_[0], directories_[0], second, directories_[1], {false, false});
        !fits)
      return fits;
    for (std::size_t side = 0; side < 2; ++side) layouts_.emplace_back(runs_[side]);
    for (const row_layout& layout : layouts_) {
      places_.push_back(layout.place(name_of(field::count)));
      numbers_.emplace_back(layout);
    }
    return {};
  }

  result<void> plan() {
    const manifest& first = runs_[0];
    const manifest& second = runs_[1];
    if (first.only_shard != second.only_shard ||
        (first.only_shard && (!is_aligned_ || first.shard_count != second.shard_count)))
      return refuse_diff(
          directories_[first.only_shard ? 0 : 1] +
          " holds a single shard, which can be compared only with the same shard: merge the shards first");
    if (!is_aligned_) {
      jobs_.emplace_back();
      for (std::size_t side = 0; side < 2; ++side)
        for (const shard_summary& shard : runs_[side].shards) jobs_[0].shards.push_back({side, &shard});
      return check_free_space();
    }
    for (std::size_t i = 0; i < first.shards.size(); ++i) {
      diff_job job{{{0, &first.shards[i]}}, {}};
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
    return shard_of(first_hash(shard, runs_[0].shard_count) << 32U, runs_[1].shard_count);
  }

  result<void> check_free_space() {
    std::size_t most = 0;
    for (const diff_job& job : jobs_) {
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
    memory_of_reader_ = (memory - memory_of_program) / std::max<std::size_t>(most, 1);
    return {};
  }

  // Returns false if the consumer wants no more differences.
  result<bool> compare(const diff_job& job) {
    readers_.clear();
    stored_ = lines_ = 0;
    for (const side_shard& input : job.shards) {
      result<shard_reader> reader =
          shard_reader::open(directories_[input.side], *input.shard, runs_[input.side], layouts_[input.side],
                             memory_of_reader_, remote_);
      if (!reader) return tl::unexpected(std::move(reader.error()));
      readers_.push_back(std::move(*reader));
    }
    row_merge rows = merge_by_key(readers_);
    pending_.reset();
    const partition routes(runs_[0].shard_by, runs_[0].shard_count);
    for (std::uint64_t seen = 0; rows.next(); ++seen) {
      if ((seen & (diff_rows_per_check - 1)) == 0 && !report_progress())
        return tl::unexpected(error{error_code::interrupted, "interrupted while comparing"});
      const std::size_t index = rows.index();
      shard_reader& reader = readers_[index];
      const bool is_second = job.shards[index].side == 1;
      if (is_second && job.only && routes.shard(reader.key()) != *job.only) continue;
      if (is_second && pending_ && rows.same_key()) {
        const result<bool> more = deliver_pair(*std::exchange(pending_, std::nullopt), index);
        if (!more || !*more) return more;
        continue;
      }
      if (!deliver_pending()) return false;
      if (!is_second)
        pending_ = index;
      else if (!deliver(difference::added, reader.key(), reader.row()))
        return false;
    }
    if (!deliver_pending()) return false;
    report_progress();
    for (const shard_reader& reader : readers_)
      if (result<void> checked = reader.check(); !checked) return tl::unexpected(std::move(checked.error()));
    return true;
  }

  bool deliver(difference kind, std::string_view key, std::string_view row) {
    ++counts_.of[static_cast<unsigned>(kind)];
    return take_({kind, key, row, 0, 0});
  }

  // Delivers the pending row of the first directory, for which the second has no equal, as removed.
  // The reader of the pending row has advanced once.
  bool deliver_pending() {
    if (!pending_) return true;
    shard_reader& reader = readers_[*std::exchange(pending_, std::nullopt)];
    return deliver(difference::removed, reader.previous_key(), reader.previous_row());
  }

  // Compares the pending row, which the reader `first` has passed, with the current row of the reader
  // `second`, whose key is the same.
  result<bool> deliver_pair(std::size_t first, std::size_t second) {
    if (places_[0] && places_[1]) {
      const std::optional<std::uint64_t> before = count_in(0, numbers_[0].read_previous(readers_[first]));
      const std::optional<std::uint64_t> after = count_in(1, numbers_[1].read(readers_[second]));
      if (!before || !after)
        return tl::unexpected(error{error_code::cannot_read, directories_[before ? 1 : 0] +
                                                                 " has a row that contradicts its manifest"});
      if (*before != *after) {
        ++counts_.of[static_cast<unsigned>(difference::changed)];
        return take_({difference::changed, readers_[second].key(), {}, *before, *after});
      }
    }
    ++counts_.same;
    return true;
  }

  // Returns the count of the row that was read; nullopt if `is_read` is false, or the count is no number.
  [[nodiscard]] std::optional<std::uint64_t> count_in(std::size_t side, bool is_read) const {
    return is_read ? numbers_[side].at(*places_[side]) : std::nullopt;
  }

  bool report_progress() {
    if (monitor_ == nullptr) return true;
    std::uint64_t stored = 0;
    std::uint64_t lines = 0;
    for (const shard_reader& reader : readers_) {
      stored += reader.stored_bytes();
      lines += reader.lines();
    }
    monitor_->stored_bytes_done += stored - std::exchange(stored_, stored);
    monitor_->unique += lines - std::exchange(lines_, lines);
    return !monitor_->stop;
  }

  const diff_options& options_;
  const consumer_ref<row_difference>& take_;
  run_monitor* monitor_;
  remote_context remote_;
  std::vector<std::string> directories_;
  std::vector<manifest> runs_;
  std::vector<row_layout> layouts_;
  std::vector<std::optional<std::size_t>> places_;  // of the count columns
  bool is_aligned_ = false;                         // equal keys are in equal ranges of hashes in both
  std::vector<diff_job> jobs_;
  std::uint64_t memory_of_reader_ = 0;
  std::vector<shard_reader> readers_;
  difference_counts counts_;
  std::optional<std::size_t> pending_;  // the reader of the pending row of the first directory
  std::vector<row_numbers> numbers_;    // by side
  std::uint64_t stored_ = 0;
  std::uint64_t lines_ = 0;
};

}  // namespace

result<difference_counts> diff_shards(const diff_options& options, const consumer_ref<row_difference>& take,
                                      run_monitor* monitor) {
  try {
    return differing(options, take, monitor).run();
  } catch (const std::bad_alloc&) {
    return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  }
}

}  // namespace urlsieve
