// Decodes and encodes zstd frames (RFC 8878). Supports the dictionary in a skippable frame at the front of a
// file, as in the WARC-zstd convention.
#ifndef URLSIEVE_CODEC_ZSTD_STREAM_HPP
#define URLSIEVE_CODEC_ZSTD_STREAM_HPP

#include <cstddef>
#include <memory>

#include "src/codec/compression.hpp"

namespace urlsieve {

[[nodiscard]] std::unique_ptr<decoder> make_zstd_decoder(decoder_limits limits);
[[nodiscard]] std::unique_ptr<encoder> make_zstd_encoder(int level);
// Ends a block after the first `first_block` bytes of a frame's content, so that a reader can decode them
// alone.
[[nodiscard]] std::unique_ptr<encoder> make_zstd_encoder(int level, std::size_t first_block);

}  // namespace urlsieve

#endif
