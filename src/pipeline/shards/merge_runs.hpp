// The output directories that are to be merged: found to fit together, and held compactly.
#ifndef URLSIEVE_PIPELINE_SHARDS_MERGE_RUNS_HPP
#define URLSIEVE_PIPELINE_SHARDS_MERGE_RUNS_HPP

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "src/shards/merge_input.hpp"
#include "src/transfer/remote_access.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/merge_shards.hpp"

namespace urlsieve {

class merge_runs {
 public:
  // Reads the list and all manifests. error_code::usage where runs do not fit together or cannot be merged.
  // `options` and `monitor`, which may be null, outlive it.
  [[nodiscard]] static result<merge_runs> open(const merge_options& options, const remote_reach& remote,
                                               run_monitor* monitor);

  [[nodiscard]] const std::vector<std::string>& directories() const { return directories_; }

  // All runs united, without shards.
  [[nodiscard]] const manifest& united() const { return united_; }

  // What runs are like, each once; of none its shards, its choices or what was counted.
  [[nodiscard]] const std::deque<manifest>& kinds() const { return kinds_; }
  // For each of those the first directory that is like it.
  [[nodiscard]] std::vector<std::string> names_of_kinds() const;

  // Appends those of the shards, in the order of the runs, that may have URLs which hash to [lowest,
  // highest].
  void append_inputs(std::uint64_t lowest, std::uint64_t highest, std::vector<merge_input>& to) const;

  // What the manifest says of the only shard that those are, if it was kept: it is where one may be copied.
  [[nodiscard]] const shard_summary* whole(const std::vector<merge_input>& inputs) const;

  [[nodiscard]] std::uint64_t stored_bytes() const { return stored_bytes_; }
  [[nodiscard]] std::uint64_t memory() const;  // that this takes

 private:
  struct run {
    const manifest* kind;
    std::optional<std::uint32_t> only_shard;
    std::size_t first_shard;  // in shards_
  };

  merge_runs(const merge_options& options, const remote_reach& remote, run_monitor* monitor)
      : options_(&options), remote_(remote), monitor_(monitor) {}
  result<void> read_list();
  result<void> read_manifests();
  void take(manifest&& read);
  const manifest* kind_of(const manifest& read);
  [[nodiscard]] result<void> check_order() const;
  [[nodiscard]] result<void> check_parts() const;

  const merge_options* options_;
  remote_reach remote_;
  run_monitor* monitor_;
  std::vector<std::string> directories_;
  manifest united_;
  std::deque<manifest> kinds_;
  std::vector<std::size_t> first_of_kinds_;
  std::vector<run> runs_;
  std::vector<stored_shard> shards_;  // of all runs
  std::vector<shard_summary> whole_;  // the same with their keys, of a single run or of such as are joined
  std::uint64_t stored_bytes_ = 0;
};

}  // namespace urlsieve

#endif
