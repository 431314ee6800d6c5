// Writes seekable zstd files: frames of equal content size, an index of lines (zstd_line_index.hpp), and a
// seek table (zstd_seek_table.hpp). Any zstd decoder reads such files.
#ifndef URLSIEVE_CODEC_ZSTD_SEEKABLE_ENCODER_HPP
#define URLSIEVE_CODEC_ZSTD_SEEKABLE_ENCODER_HPP

#include <cstddef>
#include <memory>

#include "src/codec/compression.hpp"

namespace urlsieve {

// Content size of every frame but the last, in bytes. It is one block of zstd: a smaller frame takes longer
// to encode, and a look-up decodes a larger frame for a single row.
inline constexpr std::size_t zstd_seekable_frame = std::size_t{128} << 10U;

// Returns an encoder of a file. A file with one frame has no index. `level`: zstd's, up to 22; 0 means 1.
[[nodiscard]] std::unique_ptr<encoder> make_seekable_zstd_encoder(int level);

}  // namespace urlsieve

#endif
