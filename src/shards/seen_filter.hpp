// A filter for URLs of earlier runs. The old shards stream in parallel with the new shard, in the same order,
// so no shard is loaded into memory. A few URLs are searched for in the old shards instead.
#ifndef URLSIEVE_SHARDS_SEEN_FILTER_HPP
#define URLSIEVE_SHARDS_SEEN_FILTER_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/shards/row_layout.hpp"
#include "src/shards/row_merge.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/shards/shard_search.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/output_options.hpp"

namespace urlsieve {

struct extract_options;

// The directories of options.output.seen, checked for compatibility with the run.
class seen_directories {
 public:
  // Opens the manifests. `stop` (may be null) ends waiting for servers soon after the flag is set, and must
  // outlive the object. Fails with error_code::usage if the form of URLs, the partition or the order differs.
  [[nodiscard]] static result<seen_directories> open(const extract_options& options,
                                                     const std::atomic<bool>* stop = nullptr);

  [[nodiscard]] bool empty() const { return runs_.empty(); }
  [[nodiscard]] std::size_t size() const { return runs_.size(); }
  // Returns the memory limit, in bytes, for reading one shard of all directories, without long rows.
  [[nodiscard]] std::uint64_t memory_for_shard() const;

 private:
  friend class seen_filter;
  // Returns the block size for reading, which is smaller for many directories.
  [[nodiscard]] std::size_t block() const;

  std::vector<std::string> names_;
  std::vector<std::shared_ptr<const void>> leases_;  // of the layers of states
  std::vector<manifest> runs_;
  std::vector<row_layout> layouts_;
  remote_reach remote_;
};

// The filter for one shard.
//
// If the caller asks for few URLs in comparison with the rows of the old shards, the filter searches for each
// URL. A search reads only the zstd frames that may hold the URL, and checks their checksums; of uncompressed
// shards, finish() checks the checksums of the whole files. If more URLs come than expected, the filter
// continues as a stream.
class seen_filter {
 public:
  // The rows of old shards that can be read in the time of one search in one shard.
  static constexpr std::uint64_t rows_per_search = 8192;

  // Opens `shard` of all directories with `memory` bytes in total, for about `expected` calls of knows().
  // `seen` must outlive the filter.
  [[nodiscard]] static result<seen_filter> open(const seen_directories& seen, std::uint32_t shard,
                                                std::uint64_t expected,
                                                std::uint64_t memory = shard_reader::default_memory);

  // Returns true if an earlier run had `url` (for edges, see row_layout::key()). Requires: URLs come in the
  // order of the shards, or in byte order if the new order is first-seen; a URL may be repeated.
  [[nodiscard]] bool knows(std::string_view url);

  // Reads the rest of streamed and of uncompressed files. Fails with error_code::cannot_read for any damage
  // in the files that were read: results of knows() may be wrong then.
  [[nodiscard]] result<void> finish();

 private:
  seen_filter(const seen_directories& seen, std::uint32_t shard, std::uint64_t memory);

  // Opens the searches if all shards can be searched for `expected` URLs, within the memory and in less time
  // than streaming takes.
  [[nodiscard]] result<void> open_searches(std::uint64_t expected);
  [[nodiscard]] result<void> open_streams();
  [[nodiscard]] result<shard_reader> open_stream(std::size_t directory) const;
  [[nodiscard]] result<bool> find(std::string_view sort_key);
  [[nodiscard]] result<void> check_uncompressed() const;

  const seen_directories* seen_;
  std::uint32_t shard_;
  shard_access access_;
  std::vector<shard_search> searches_;  // empty: the shards are streamed
  std::uint64_t searches_left_ = 0;     // for all shards together
  std::vector<shard_reader> streams_;
  std::optional<row_merge> rows_;  // at the first row that is not before the last argument of knows()
  bool ended_ = false;
  row_order order_ = row_order::bytes;
  std::string sort_key_;
  result<void> state_;  // the first error of knows()
};

}  // namespace urlsieve

#endif
