// Decompresses blocks in the raw format of Snappy (google/snappy, format_description.txt), a codec of Parquet
// pages.
#ifndef URLSIEVE_SHARDS_PARQUET_SNAPPY_BLOCK_HPP
#define URLSIEVE_SHARDS_PARQUET_SNAPPY_BLOCK_HPP

#include <span>
#include <string_view>

namespace urlsieve::parquet {

// Decompresses `compressed` to `plain`. Returns false, and leaves `plain` unspecified, if `compressed` is not
// a valid block of exactly plain.size() bytes of content.
[[nodiscard]] bool decompress_snappy(std::string_view compressed, std::span<char> plain);

}  // namespace urlsieve::parquet

#endif
