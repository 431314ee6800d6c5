// Decodes bzip2 streams.
#ifndef URLSIEVE_CODEC_BZIP2_STREAM_HPP
#define URLSIEVE_CODEC_BZIP2_STREAM_HPP

#include <memory>

#include "src/codec/compression.hpp"

namespace urlsieve {

// Returns a decoder of one stream at a time, with at most 4 MiB of memory. The output before a fault does not
// depend on the caller's buffer size.
[[nodiscard]] std::unique_ptr<decoder> make_bzip2_decoder();

}  // namespace urlsieve

#endif
