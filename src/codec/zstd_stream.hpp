// zstd frames (RFC 8878) in both directions; with the dictionary that the WARC-zstd convention puts into a
// skippable frame at the front of a file.
#ifndef URLSIEVE_CODEC_ZSTD_STREAM_HPP
#define URLSIEVE_CODEC_ZSTD_STREAM_HPP

#include <memory>

#include "src/codec/compression.hpp"

namespace urlsieve {

[[nodiscard]] std::unique_ptr<decoder> make_zstd_decoder(decoder_limits limits);
[[nodiscard]] std::unique_ptr<encoder> make_zstd_encoder(int level);

}  // namespace urlsieve

#endif
