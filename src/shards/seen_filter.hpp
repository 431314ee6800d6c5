// A filter for URLs of earlier runs. The old shards stream in parallel with the new shard, in the same order,
// so no shard is loaded into memory.
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
class seen_filter {
 public:
  // Opens `shard` of all directories with `memory` bytes in total. `seen` must outlive the filter.
  [[nodiscard]] static result<seen_filter> open(const seen_directories& seen, std::uint32_t shard,
                                                std::uint64_t memory = shard_reader::default_memory);

  // Returns true if an earlier run had `url` (for edges, see row_layout::key()). Requires: URLs come in the
  // order of the shards, or in byte order if the new order is first-seen; a URL may be repeated.
  [[nodiscard]] bool knows(std::string_view url);

  // Reads the rest of the files. Fails with error_code::cannot_read for any damage: results of knows() may be
  // wrong then.
  [[nodiscard]] result<void> finish();

 private:
  std::vector<shard_reader> shards_;
  std::optional<row_merge> rows_;  // at the first row that is not before the last argument of knows()
  bool ended_ = false;
  row_order order_ = row_order::bytes;
  std::string sort_key_;
};

}  // namespace urlsieve

#endif
