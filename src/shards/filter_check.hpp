// Compares the filter file of a shard with the manifest and with the rows of the shard.
#ifndef URLSIEVE_SHARDS_FILTER_CHECK_HPP
#define URLSIEVE_SHARDS_FILTER_CHECK_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/shards/filter_reader.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// One thread at a time may use an object.
class filter_check {
 public:
  // Opens the filter of the shard `entry` of `directory`; finish() reports a failure. `entry` must outlive
  // the object. Requires: entry.filter.bytes > 0, and the shard is one file.
  filter_check(const std::string& directory, const shard_summary& entry, const remote_context& remote);

  // Checks that the filter holds the current row of `rows`.
  void add(const shard_reader& rows);

  // Reads the whole file, and returns the faults: of the file, its checksum, and its keys.
  [[nodiscard]] std::vector<std::string> finish();

 private:
  [[nodiscard]] result<std::string> checksum() const;

  const shard_summary& entry_;
  remote_context remote_;
  std::string path_;
  result<filter_reader> filter_;
  bad_lines missing_;
};

}  // namespace urlsieve

#endif
