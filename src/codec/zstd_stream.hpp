// zstd frames (RFC 8878) in both directions; with the dictionary that the WARC-zstd convention puts into a
// skippable frame at the front of a file.
#ifndef URLSIEVE_CODEC_ZSTD_STREAM_HPP
#define URLSIEVE_CODEC_ZSTD_STREAM_HPP

#include <cstddef>
#include <memory>

#include "src/codec/compression.hpp"

namespace urlsieve {

[[nodiscard]] std::unique_ptr<decoder> make_zstd_decoder(decoder_limits limits);
[[nodiscard]] std::unique_ptr<encoder> make_zstd_encoder(int level);
// The first `first_block` bytes of a frame's content are a block of their own, so that they are had without
// unpacking more.
[[nodiscard]] std::unique_ptr<encoder> make_zstd_encoder(int level, std::size_t first_block);

}  // namespace urlsieve

#endif
