// xz streams and members of lzip, decoded.
#ifndef URLSIEVE_CODEC_XZ_STREAM_HPP
#define URLSIEVE_CODEC_XZ_STREAM_HPP

#include <memory>

#include "src/codec/compression.hpp"

namespace urlsieve {

[[nodiscard]] std::unique_ptr<decoder> make_xz_decoder(decoder_limits limits);

// A member at a time; what stands behind one is not looked at.
[[nodiscard]] std::unique_ptr<decoder> make_lzip_decoder(decoder_limits limits = {});

}  // namespace urlsieve

#endif
