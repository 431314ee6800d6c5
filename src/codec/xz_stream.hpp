// Decodes xz streams and lzip members.
#ifndef URLSIEVE_CODEC_XZ_STREAM_HPP
#define URLSIEVE_CODEC_XZ_STREAM_HPP

#include <memory>

#include "src/codec/compression.hpp"

namespace urlsieve {

[[nodiscard]] std::unique_ptr<decoder> make_xz_decoder(decoder_limits limits);

// Returns a decoder of one member at a time; bytes behind a member are not read.
[[nodiscard]] std::unique_ptr<decoder> make_lzip_decoder(decoder_limits limits = {});

}  // namespace urlsieve

#endif
