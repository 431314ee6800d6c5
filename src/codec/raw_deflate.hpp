// Decompresses complete raw DEFLATE streams (RFC 1951) in memory, as in zip archives.
#ifndef URLSIEVE_CODEC_RAW_DEFLATE_HPP
#define URLSIEVE_CODEC_RAW_DEFLATE_HPP

#include <cstdint>
#include <span>
#include <string_view>

namespace urlsieve {

// Returns true if `compressed` begins with a complete stream that fills `out` exactly with bytes of CRC-32
// `sum`. Otherwise returns false, and the content of `out` is unspecified. Thread-safe.
[[nodiscard]] bool inflate_whole(std::string_view compressed, std::span<char> out, std::uint32_t sum);

}  // namespace urlsieve

#endif
