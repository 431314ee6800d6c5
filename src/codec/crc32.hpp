// CRC-32 as gzip and zip have it (RFC 1952, section 8).
#ifndef URLSIEVE_CODEC_CRC32_HPP
#define URLSIEVE_CODEC_CRC32_HPP

#include <cstdint>
#include <span>

namespace urlsieve {

// Of what `before` is the sum of and then `bytes`; 0 is that of nothing.
[[nodiscard]] std::uint32_t crc32_of(std::uint32_t before, std::span<const char> bytes);

}  // namespace urlsieve

#endif
