// Decodes bzip2 streams.
#ifndef URLSIEVE_CODEC_BZIP2_STREAM_HPP
#define URLSIEVE_CODEC_BZIP2_STREAM_HPP

#include <memory>

#include "src/codec/compression.hpp"

namespace urlsieve {

[[nodiscard]] std::unique_ptr<decoder> make_bzip2_decoder();

}  // namespace urlsieve

#endif
