// Brotli (RFC 7932), decoded. It has no mark that it could be told by.
#ifndef URLSIEVE_CODEC_BROTLI_STREAM_HPP
#define URLSIEVE_CODEC_BROTLI_STREAM_HPP

#include <memory>

#include "src/codec/compression.hpp"

namespace urlsieve {

// One stream only: nothing may follow it.
[[nodiscard]] std::unique_ptr<decoder> make_brotli_decoder();

}  // namespace urlsieve

#endif
