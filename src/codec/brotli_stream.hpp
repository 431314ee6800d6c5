// Decodes Brotli (RFC 7932), which has no magic number.
#ifndef URLSIEVE_CODEC_BROTLI_STREAM_HPP
#define URLSIEVE_CODEC_BROTLI_STREAM_HPP

#include <memory>

#include "src/codec/compression.hpp"

namespace urlsieve {

// Returns a decoder of a single stream; nothing may follow the stream.
[[nodiscard]] std::unique_ptr<decoder> make_brotli_decoder();

}  // namespace urlsieve

#endif
