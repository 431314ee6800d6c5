// Decodes DEFLATE (RFC 1951) in three wrappers by isa-l, and encodes gzip members by zlib. isa-l's compressor
// is not used, because its output differs between processors.
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

// Returns a decoder that verifies the wrapper's checksum at the end of each member; `raw` has none.
[[nodiscard]] std::unique_ptr<decoder> make_inflater(deflate_wrapper wrapper);
// Returns an encoder. `level`: zlib's, limited to 1 to 9; 0 means 4.
[[nodiscard]] std::unique_ptr<encoder> make_gzip_encoder(int level);

}  // namespace urlsieve

#endif
