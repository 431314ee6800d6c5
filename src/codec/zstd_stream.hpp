// Decodes and encodes zstd frames (RFC 8878). Supports the dictionary in a skippable frame at the front of a
// file, as in the WARC-zstd convention.
#ifndef URLSIEVE_CODEC_ZSTD_STREAM_HPP
#define URLSIEVE_CODEC_ZSTD_STREAM_HPP

#include <memory>

#include "src/codec/compression.hpp"

namespace urlsieve {

// Returns a decoder of one frame at a time. A frame with a larger window than `limits` allows is corrupt,
// with over_limit(). A larger dictionary than `limits` allows is skipped.
[[nodiscard]] std::unique_ptr<decoder> make_zstd_decoder(decoder_limits limits);
// Returns an encoder that writes a checksum with each frame. `level`: zstd's, up to 22; 0 means 1.
[[nodiscard]] std::unique_ptr<encoder> make_zstd_encoder(int level);

}  // namespace urlsieve

#endif
