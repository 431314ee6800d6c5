// DEFLATE (RFC 1951) in its three wrappers, decoded by isa-l, and gzip members written by zlib. isa-l's own
// compressor is not used: its bytes differ between processors.
#ifndef URLSIEVE_CODEC_GZIP_STREAM_HPP
#define URLSIEVE_CODEC_GZIP_STREAM_HPP

#include <cstdint>
#include <memory>

#include "src/codec/compression.hpp"

namespace urlsieve {

enum class deflate_wrapper : std::uint8_t {
  gzip,  // RFC 1952
  zlib,  // RFC 1950
  raw
};

// Checks the wrapper's checksum at the end of each member; `raw` has none.
[[nodiscard]] std::unique_ptr<decoder> make_inflater(deflate_wrapper wrapper);
// `level` is zlib's, 1 to 9.
[[nodiscard]] std::unique_ptr<encoder> make_gzip_encoder(int level);

}  // namespace urlsieve

#endif
