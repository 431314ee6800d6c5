// The URLs of earlier runs: their shards stream along with the new one, which is in the same order, so that
// none is ever loaded.
#ifndef URLSIEVE_SHARDS_SEEN_FILTER_HPP
#define URLSIEVE_SHARDS_SEEN_FILTER_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/shards/row_layout.hpp"
#include "src/shards/row_merge.hpp"
#include "src/shards/shard_reader.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// options.output.seen: the directories, all found to fit the run.
class seen_directories {
 public:
  // `stop`, if given, outlives it: set, it ends waiting for servers soon. error_code::usage where the form of
  // URLs, the partition or the order differ.
  [[nodiscard]] static result<seen_directories> open(const extract_options& options,
                                                     const std::atomic<bool>* stop = nullptr);

  [[nodiscard]] bool empty() const { return runs_.empty(); }
  [[nodiscard]] std::size_t size() const { return runs_.size(); }
  // What reading the same shard of all of them takes at most, but for long rows.
  [[nodiscard]] std::uint64_t memory_for_shard() const;

 private:
  friend class seen_filter;
  // Small ones where there are many.
  [[nodiscard]] std::size_t block() const;

  std::vector<std::string> names_;
  std::vector<manifest> runs_;
  std::vector<row_layout> layouts_;
  remote_reach remote_;
};

// One shard of all of them.
class seen_filter {
 public:
  // `seen` outlives the filter; `memory` for all of them.
  [[nodiscard]] static result<seen_filter> open(const seen_directories& seen, std::uint32_t shard,
                                                std::uint64_t memory = shard_reader::default_memory);

  // Whether an earlier run had `url` (of edges, as row_layout::key()). REQUIRES: URLs come in the order of
  // the shards, that of bytes where the new ones are first-seen.
  [[nodiscard]] bool knows(std::string_view url);

  // Reads the rest of the files. Any damage is error_code::cannot_read: then answers may have been wrong.
  [[nodiscard]] result<void> finish();

 private:
  std::vector<shard_reader> shards_;
  std::unique_ptr<row_merge> rows_;  // of them all, at the first that is not before what was asked for last
  bool ended_ = false;
  row_order order_ = row_order::bytes;
  std::string sort_key_;
};

}  // namespace urlsieve

#endif
