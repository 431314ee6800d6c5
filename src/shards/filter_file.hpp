// The format of a filter file, which writer and reader share; README.md describes the format.
#ifndef URLSIEVE_SHARDS_FILTER_FILE_HPP
#define URLSIEVE_SHARDS_FILTER_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/shards/dataset_file.hpp"
#include "src/shards/shard_names.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// The function of the filters in a manifest: ribbon filters of XXH3-64 hashes with seed 2.
inline constexpr std::string_view filter_function = "ribbon-xxh3-64-seed-2";

// Returns the prefix of filter_file_name() for the prefix of the file of a shard (shard_file_front()).
[[nodiscard]] inline std::string filter_file_front(std::string_view shard_file_front) {
  return "_" + std::string(shard_file_front);
}

// Returns the name of the filter beside the file of a shard: "_part-00003-of-00016.filter" for
// "part-00003-of-00016.tsv.zst", "shard=3/_part.filter" for "shard=3/part.tsv.zst". Programs that read
// directories of tables skip names with a leading "_".
[[nodiscard]] inline std::string filter_file_name(std::string_view shard_file) {
  const std::size_t folder = shard_folder_size(shard_file);
  const std::string_view file = shard_file.substr(folder);
  return std::string(shard_file.substr(0, folder)) + filter_file_front(file.substr(0, file.find('.'))) +
         ".filter";
}

// Returns the path or URL of the filter of `shard` in `directory`, or in its layer. Requires: the shard is
// one file.
[[nodiscard]] inline std::string filter_path(const std::string& directory, const shard_summary& shard) {
  shard_summary filter = shard;
  filter.name = filter_file_name(shard.name);
  return shard_path(directory, filter);
}

namespace filter_file {

inline constexpr std::string_view magic = "urlsfil1";  // at the beginning and at the end
inline constexpr std::size_t segment_keys = 32768;     // of each segment but the last
inline constexpr unsigned most_bits = 24;

// The footer: keys, bytes of the index, XXH3-64 of the index, bits (64 bits each), and the magic word.
inline constexpr std::size_t footer_size = 4 * sizeof(std::uint64_t) + magic.size();
// An entry of the index, without its bound: XXH3-64 of the segment (64 bits), bytes of the bound (32 bits).
inline constexpr std::size_t entry_size = sizeof(std::uint64_t) + sizeof(std::uint32_t);

}  // namespace filter_file
}  // namespace urlsieve

#endif
