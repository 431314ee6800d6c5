// The names of shard files in an output directory, and the list of the files in a directory.
#ifndef URLSIEVE_SHARDS_SHARD_NAMES_HPP
#define URLSIEVE_SHARDS_SHARD_NAMES_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// Returns the path of the file of `shard` below the directory of `run`: "part-00003-of-00016.tsv.zst", or
// "shard=3/part.tsv.zst" for shard_layout::hive. A Parquet file has no suffix for the compression.
[[nodiscard]] std::string shard_file_name(std::uint32_t shard, const manifest& run);

// Returns the prefix of a flat name, common to all forms and compressions: "part-00003-of-".
[[nodiscard]] std::string shard_file_front(std::uint32_t shard);

// Creates the folder "shard=3" of a name in `directory`, durably; does nothing for a name without folder or
// for an existing folder. Fails with error_code::cannot_open or cannot_write.
[[nodiscard]] result<void> create_shard_folder(const std::string& directory, std::string_view shard_file);

// Returns the length of the folder at the front of a path, with its "/": 8 for "shard=3/part.parquet"; 0 if
// the first name is not the folder of a shard.
[[nodiscard]] std::size_t shard_folder_size(std::string_view path);

// Returns the names in `directory`, sorted by bytes, as names_in() does. The paths of their files replace the
// folders of shards that are not empty.
[[nodiscard]] std::vector<std::string> output_names_in(const std::string& directory, std::error_code& failed);

// A regular file of an output directory.
struct output_file_entry {
  std::string name;  // as output_names_in() returns it
  std::uint64_t size = 0;
};

// Returns the regular files that output_names_in() lists. Fails with error_code::cannot_read if the directory
// or a file in it cannot be examined.
[[nodiscard]] result<std::vector<output_file_entry>> output_files_in(const std::string& directory);

}  // namespace urlsieve

#endif
