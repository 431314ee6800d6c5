// Decompresses a block of raw LZMA data, whose properties and size are stored elsewhere.
#ifndef URLSIEVE_CODEC_LZMA_BLOCK_HPP
#define URLSIEVE_CODEC_LZMA_BLOCK_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace urlsieve {

enum class lzma_kind : std::uint8_t { first, second };  // "LZMA" and "LZMA2"

// Returns the `size` decompressed bytes of `compressed`, or nullopt if the data is corrupt or shorter.
// `properties`: as in 7z archives, five bytes (LZMA) or one (LZMA2). Allocates `size` bytes, and a dictionary
// of the size stated in `properties`, up to 4 GiB: the caller should check both. Throws std::bad_alloc if
// memory runs out.
[[nodiscard]] std::optional<std::string> decompress_lzma_block(lzma_kind kind, std::string_view compressed,
                                                               std::string_view properties, std::size_t size);

}  // namespace urlsieve

#endif
