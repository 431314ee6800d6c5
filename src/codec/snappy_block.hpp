// Decompresses blocks in the raw format of Snappy (google/snappy, format_description.txt), a codec of Parquet
// pages. The library is loaded for the first block.
#ifndef URLSIEVE_CODEC_SNAPPY_BLOCK_HPP
#define URLSIEVE_CODEC_SNAPPY_BLOCK_HPP

#include <span>
#include <string_view>

namespace urlsieve {

// Decompresses `compressed` to `plain`. Returns false, and leaves `plain` unspecified, if `compressed` is not
// a valid block of exactly plain.size() bytes of content. Throws std::runtime_error if the library is
// missing.
[[nodiscard]] bool decompress_snappy(std::string_view compressed, std::span<char> plain);

}  // namespace urlsieve

#endif
