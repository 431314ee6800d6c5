// A reader of the filter file beside a shard. The reader keeps the index and one segment in memory.
#ifndef URLSIEVE_SHARDS_FILTER_READER_HPP
#define URLSIEVE_SHARDS_FILTER_READER_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/shards/dataset_file.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// Errors are those of dataset_file, and error_code::cannot_read for damage. One thread at a time may use a
// reader.
class filter_reader {
 public:
  // Memory of a reader, in bytes, without the index: about 0.003 bytes a key.
  static constexpr std::uint64_t memory = std::uint64_t{256} << 10U;

  // Opens the filter of the shard `entry` of `directory`. Fails if the file is unavailable, if its size or
  // its number of keys differs from the manifest, if its index is damaged, or if it is behind a server
  // without ranges. Requires: entry.filter.bytes > 0, and the shard is one file.
  [[nodiscard]] static result<filter_reader> open(const std::string& directory, const shard_summary& entry,
                                                  const remote_context& remote);

  // Returns false if the shard has no row with the key `key`, whose sort key is `sort_key`
  // (assign_sort_key()). Returns true for every key of the shard, and for about 2^-bits of other keys. Reads
  // a segment of 32,768 keys, unless the previous call has read the segment. Fails if the segment is damaged.
  [[nodiscard]] result<bool> may_hold(std::string_view key, std::string_view sort_key);

 private:
  struct segment {
    std::uint64_t checksum = 0;
    // A lower bound of the sort keys of the segment: greater than the last sort key of the segment before,
    // and at most the first sort key of this segment.
    std::string bound;
  };

  explicit filter_reader(dataset_file file) : file_(std::move(file)) {}

  [[nodiscard]] result<void> read_index(const shard_summary& entry);
  [[nodiscard]] bool parse_index(std::string_view index);
  [[nodiscard]] result<void> read_segment(std::size_t number);
  // Returns the only segment that may hold the key; nullopt if the key is before the first row.
  [[nodiscard]] std::optional<std::size_t> segment_of(std::string_view sort_key) const;
  [[nodiscard]] std::size_t keys_of(std::size_t number) const;
  [[nodiscard]] result<void> read(std::uint64_t at, std::string& bytes);
  [[nodiscard]] tl::unexpected<error> damaged(std::string_view fault) const;

  dataset_file file_;
  std::uint64_t keys_ = 0;
  unsigned bits_ = 0;
  std::vector<segment> segments_;
  std::size_t current_ = 0;  // segment of words_, if not empty
  std::vector<std::uint64_t> words_;
  std::string bytes_;
};

// The filters of a shard that may have several layers. One thread at a time may use an object.
class shard_filters {
 public:
  // Opens the filters of `entry` of `directory`, and of its layers. A missing or damaged filter is no error:
  // the object then holds every key.
  [[nodiscard]] static shard_filters open(const std::string& directory, const shard_summary& entry,
                                          const remote_context& remote);

  // Returns false if no layer of the shard has a row with the key; see filter_reader::may_hold().
  [[nodiscard]] bool may_hold(std::string_view key, std::string_view sort_key);

 private:
  std::vector<filter_reader> filters_;
  bool is_complete_ = true;  // all layers with rows have filters
};

}  // namespace urlsieve

#endif
