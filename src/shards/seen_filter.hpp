// A filter for URLs of earlier runs. The old shards stream in parallel with the new shard, in the same order,
// so no shard is loaded into memory. A few URLs are searched for in the old shards instead.
#ifndef URLSIEVE_SHARDS_SEEN_FILTER_HPP
#define URLSIEVE_SHARDS_SEEN_FILTER_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/shards/filter_reader.hpp"
#include "src/shards/row_layout.hpp"
#include "src/shards/row_merge.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/shards/shard_search.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/output_choices.hpp"

namespace urlsieve {

struct extract_options;

// The directories of options.output.seen, checked for compatibility with the run.
class seen_directories {
 public:
  // Opens the manifests. `stop` (may be null) ends waiting for servers soon after the flag is set, and must
  // outlive the object. Fails as expand_states() and open_run_manifest() do. Fails with error_code::usage if
  // the form of URLs, the partition or the order differs, for a directory with a single shard, and if
  // output_options::seen_approx needs filters that a directory lacks.
  [[nodiscard]] static result<seen_directories> open(const extract_options& options,
                                                     const std::atomic<bool>* stop = nullptr);

  [[nodiscard]] bool empty() const { return runs_.empty(); }
  [[nodiscard]] std::size_t size() const { return runs_.size(); }
  // Returns the memory limit, in bytes, for reading one shard of all directories, without long rows.
  [[nodiscard]] std::uint64_t memory_for_shard() const;

  // A filter file that could not be used.
  struct damaged_filter {
    std::size_t directory = 0;  // index, after layers have replaced states
    std::uint32_t shard = 0;
    std::string fault;  // with the path

    friend auto operator<=>(const damaged_filter&, const damaged_filter&) = default;
  };
  // Returns the damaged filters that all seen_filters found, in order. Thread-safe.
  [[nodiscard]] std::vector<damaged_filter> damaged_filters() const;
  // Rebuilds a damaged filter of a local directory, or of a directory in S3, from its shard. `scratch` is a
  // directory of this machine, for a local directory on the same file system. Requires: no other process
  // changes the local directory.
  [[nodiscard]] result<void> rebuild(const damaged_filter& damaged, const std::string& scratch) const;

 private:
  friend class seen_filter;
  // Returns the block size for reading, which is smaller for many directories.
  [[nodiscard]] std::size_t block() const;
  [[nodiscard]] result<void> check_filters() const;
  void note(damaged_filter damaged) const;

  // The damaged filters so far, shared by all threads.
  struct met_filters {
    std::mutex mutex;
    std::vector<damaged_filter> damaged;
  };

  std::vector<std::string> names_;
  std::vector<std::shared_ptr<const void>> leases_;  // of the layers of states
  std::vector<manifest> runs_;
  std::vector<row_layout> layouts_;
  remote_context remote_;
  bool is_approximate_ = false;  // output_options::seen_approx
  std::shared_ptr<met_filters> met_ = std::make_shared<met_filters>();
};

// The filter for one shard.
//
// Old shards with a filter file are asked by look-ups: the filter rejects most new URLs, and a search in the
// shard decides about the others; with output_options::seen_approx, the filter alone decides. Without filter
// files, look-ups are used if the caller asks for few URLs in comparison with the rows of the old shards. A
// search reads only the zstd frames that may hold the URL, and checks their checksums; of uncompressed
// shards, finish() checks the checksums of the whole files. After too many searches, the filter continues as
// a stream.
class seen_filter {
 public:
  // The rows of old shards that can be read in the time of one search in one shard.
  static constexpr std::uint64_t rows_per_search = 8192;

  // Opens `shard` of all directories with `memory` bytes in total, for about `expected` calls of knows().
  // `seen` must outlive the filter.
  [[nodiscard]] static result<seen_filter> open(const seen_directories& seen, std::uint32_t shard,
                                                std::uint64_t expected,
                                                std::uint64_t memory = shard_reader::default_memory);

  // Returns true if an earlier run had `url` (for edges, see row_layout::key()). Returns false after an
  // error, which finish() returns. Requires: URLs come in the order of the shards, or in byte order if the
  // new order is first-seen; a URL may be repeated.
  [[nodiscard]] bool knows(std::string_view url);

  // Reads the rest of streamed files, and uncompressed files that were searched. Fails with
  // error_code::cannot_read for any damage in the shards that were read: results of knows() may be wrong
  // then.
  [[nodiscard]] result<void> finish();

 private:
  // A shard of one directory, for look-ups.
  struct old_shard {
    std::size_t directory = 0;
    std::optional<filter_reader> filter = {};
    std::optional<shard_search> search = {};  // opened by the first search
  };

  seen_filter(const seen_directories& seen, std::uint32_t shard, std::uint64_t memory);

  [[nodiscard]] const shard_summary& entry_of(std::size_t directory) const {
    return seen_->runs_[directory].shards[shard_];
  }
  // Prepares look-ups, unless streaming is faster for `expected` URLs.
  void open_lookups(std::uint64_t expected);
  // Looks for a key in one shard, or in all shards. Returns nullopt if only a stream can decide.
  [[nodiscard]] result<std::optional<bool>> look_up(old_shard& shard, std::string_view key,
                                                    std::string_view sort_key);
  [[nodiscard]] result<std::optional<bool>> look_up(std::string_view key, std::string_view sort_key);
  [[nodiscard]] bool may_hold(old_shard& shard, std::string_view key, std::string_view sort_key);
  [[nodiscard]] result<bool> can_search(old_shard& shard);
  [[nodiscard]] result<void> open_streams();
  [[nodiscard]] result<shard_reader> open_stream(std::size_t directory) const;
  [[nodiscard]] result<void> check_uncompressed() const;
  [[nodiscard]] bool stream_knows(std::string_view sort_key);

  const seen_directories* seen_;
  std::uint32_t shard_;
  shard_access access_;
  std::vector<old_shard> lookups_;   // empty: the shards are streamed
  std::uint64_t searches_left_ = 0;  // for all shards together
  std::vector<shard_reader> streams_;
  std::optional<row_merge> rows_;  // at the first row that is not before the last argument of knows()
  bool ended_ = false;
  row_order order_ = row_order::bytes;
  std::string sort_key_;
  result<void> state_;  // the first error of knows()
};

}  // namespace urlsieve

#endif
