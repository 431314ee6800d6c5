// The output directories to merge: checked for compatibility, and held compactly.
#ifndef URLSIEVE_DATASETS_MERGE_RUNS_HPP
#define URLSIEVE_DATASETS_MERGE_RUNS_HPP

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/shards/merge_input.hpp"
#include "src/shards/shard_fit.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/merge_shards.hpp"

namespace urlsieve {

// The requirements on the runs.
struct run_demands {
  compatibility_options compatibility;
  bool are_merged = true;  // rows keep their order and shards, so a merge must be able to join them
  // Called with each complete manifest, before its comparison with the first manifest; may be empty.
  std::function<result<void>(const manifest&, const std::string& directory)> check = {};
};

// Returns the requirements of a merge.
[[nodiscard]] run_demands demands_of(const merge_options& options);

class merge_runs {
 public:
  // Reads merge_options::directories_from and all manifests. Fails with error_code::usage if runs do not meet
  // `demands`, and as open_run_manifest() does. Requires: `options` and `monitor`, which may be null, outlive
  // the result.
  [[nodiscard]] static result<merge_runs> open(const merge_options& options, const run_demands& demands,
                                               const remote_context& remote, run_monitor* monitor);

  [[nodiscard]] const std::vector<std::string>& directories() const { return directories_; }

  // Returns the union of all runs, without shards.
  [[nodiscard]] const manifest& united() const { return united_; }

  // Returns the distinct layouts of the runs. These manifests lack shards, options and counts.
  [[nodiscard]] const std::deque<manifest>& kinds() const { return kinds_; }
  // Returns, for each layout, the first directory that has it.
  [[nodiscard]] std::vector<std::string> names_of_kinds() const;

  // Appends the shards that may hold URLs with hashes in [lowest, highest], in the order of the runs.
  void append_inputs(std::uint64_t lowest, std::uint64_t highest, std::vector<merge_input>& out) const;

  // Returns the summary of the single shard in `inputs`, if it was kept because the shard can be copied; else
  // null.
  [[nodiscard]] const shard_summary* whole(const std::vector<merge_input>& inputs) const;

  [[nodiscard]] std::uint64_t stored_bytes() const { return stored_bytes_; }
  [[nodiscard]] std::uint64_t memory() const;  // bytes of memory of this object

 private:
  struct run {
    const manifest* kind;
    std::optional<std::uint32_t> only_shard;
    std::size_t first_shard;  // index into shards_
  };

  merge_runs(const merge_options& options, const remote_context& remote, run_monitor* monitor)
      : options_(&options), remote_(remote), monitor_(monitor) {}
  result<void> read_list();
  result<void> expand_states();
  result<void> read_manifests(const run_demands& demands);
  void take(manifest&& read);
  const manifest* kind_of(const manifest& read);
  [[nodiscard]] result<void> check_order() const;
  [[nodiscard]] result<void> check_parts() const;

  const merge_options* options_;
  remote_context remote_;
  run_monitor* monitor_;
  std::vector<std::string> directories_;
  std::vector<std::shared_ptr<const void>> leases_;  // of the layers of states
  manifest united_;
  std::deque<manifest> kinds_;
  std::vector<std::size_t> first_of_kinds_;
  std::vector<run> runs_;
  std::vector<stored_shard> shards_;  // of all runs
  std::vector<shard_summary> whole_;  // the shards with their keys, for a single run or runs that are joined
  std::uint64_t stored_bytes_ = 0;
};

}  // namespace urlsieve

#endif
