// The URLs of earlier runs: their shards stream along with the new one, which is in the same order, so that
// none is ever loaded.
#ifndef URLSIEVE_SHARDS_SEEN_FILTER_HPP
#define URLSIEVE_SHARDS_SEEN_FILTER_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/shards/row_layout.hpp"
#include "src/shards/shard_reader.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// options.output.seen: the directories, all found to fit the run.
class seen_directories {
 public:
  // error_code::usage where the form of URLs, the partition or the order differ.
  [[nodiscard]] static result<seen_directories> open(const extract_options& options);

  [[nodiscard]] bool empty() const { return runs_.empty(); }
  // What a shard of one of them needs to be read.
  [[nodiscard]] std::uint64_t memory_for_each() const;

 private:
  friend class seen_filter;

  std::vector<std::string> names_;
  std::vector<manifest> runs_;
  std::vector<row_layout> layouts_;
};

// One shard of all of them.
class seen_filter {
 public:
  // `seen` outlives the filter; `memory` for each of them, as shard_reader::open() has it.
  [[nodiscard]] static result<seen_filter> open(const seen_directories& seen, std::uint32_t shard,
                                                std::uint64_t memory = shard_reader::default_memory);

  // Whether an earlier run had `url` (of edges, as row_layout::key()). REQUIRES: URLs come in the order of
  // the shards, that of bytes where the new ones are first-seen.
  [[nodiscard]] bool knows(std::string_view url);

  // Reads the rest of the files. Any damage is error_code::cannot_read: then answers may have been wrong.
  [[nodiscard]] result<void> finish();

 private:
  struct old_shard {
    shard_reader rows;
    bool ended = false;
  };

  std::vector<old_shard> shards_;
  row_order order_ = row_order::bytes;
  std::string sort_key_;
};

}  // namespace urlsieve

#endif
