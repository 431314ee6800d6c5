// Decodes xz streams and lzip members.
#ifndef URLSIEVE_CODEC_XZ_STREAM_HPP
#define URLSIEVE_CODEC_XZ_STREAM_HPP

#include <memory>

#include "src/codec/compression.hpp"

namespace urlsieve {

// Returns a decoder of one stream at a time. A stream that needs more memory than the window of `limits` plus
// 16 MiB is corrupt, with over_limit().
[[nodiscard]] std::unique_ptr<decoder> make_xz_decoder(decoder_limits limits);

// Returns a decoder of one lzip member at a time, with the same limit. Bytes behind a member are not read.
[[nodiscard]] std::unique_ptr<decoder> make_lzip_decoder(decoder_limits limits = {});

}  // namespace urlsieve

#endif
