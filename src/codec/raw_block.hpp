// Decompresses whole blocks of raw compressed data in memory. The format, the size and the checksum of a
// block are stored elsewhere: in a zip or 7z archive, or in a Parquet page.
#ifndef URLSIEVE_CODEC_RAW_BLOCK_HPP
#define URLSIEVE_CODEC_RAW_BLOCK_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace urlsieve {

// Returns the CRC-32 of gzip and zip (RFC 1952, section 8) of `bytes`, continued from `crc` (0 to start).
[[nodiscard]] std::uint32_t crc32_of(std::uint32_t crc, std::span<const char> bytes);

// DEFLATE (RFC 1951), as in zip archives: returns true if `compressed` begins with a complete stream that
// fills `out` exactly with bytes of CRC-32 `sum`. Otherwise returns false, and the content of `out` is
// unspecified. Thread-safe.
[[nodiscard]] bool inflate_whole(std::string_view compressed, std::span<char> out, std::uint32_t sum);

enum class lzma_kind : std::uint8_t { first, second };  // "LZMA" and "LZMA2"

// LZMA, as in headers of 7z archives: returns the `size` decompressed bytes of `compressed`, or nullopt if
// the data is corrupt or shorter. `properties`: as in the archive, five bytes (LZMA) or one (LZMA2).
// Allocates `size` bytes, and a dictionary of the size stated in `properties`, up to 4 GiB: the caller should
// check both. Throws std::bad_alloc if memory runs out.
[[nodiscard]] std::optional<std::string> decompress_lzma_block(lzma_kind kind, std::string_view compressed,
                                                               std::string_view properties, std::size_t size);

// Snappy (format_description.txt of google/snappy), as in Parquet pages: decompresses `compressed` to
// `plain`. Returns false, and leaves `plain` unspecified, if `compressed` is not a valid block of exactly
// plain.size() bytes of content. Loads the library for the first block; throws std::runtime_error if the
// library is missing.
[[nodiscard]] bool decompress_snappy(std::string_view compressed, std::span<char> plain);

}  // namespace urlsieve

#endif
