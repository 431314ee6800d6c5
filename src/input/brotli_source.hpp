// Decompresses a file that is one Brotli stream.
#ifndef URLSIEVE_INPUT_BROTLI_SOURCE_HPP
#define URLSIEVE_INPUT_BROTLI_SOURCE_HPP

#include <memory>
#include <string_view>

#include "src/input/byte_source.hpp"

namespace urlsieve {

// Returns a source of the decompressed bytes of `packed`, whose first bytes `head` were read already. Corrupt
// data ends the input as damage::corrupt_compression; a truncation or a gap, as
// damage::truncated_compression. Bytes behind the stream count as damage::junk_after_member. In all cases,
// reads `packed` to its end.
[[nodiscard]] std::unique_ptr<byte_source> decompress_brotli(std::unique_ptr<byte_source> packed,
                                                             std::string_view head);

}  // namespace urlsieve

#endif
