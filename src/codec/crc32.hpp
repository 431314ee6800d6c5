// The CRC-32 of gzip and zip (RFC 1952, section 8).
#ifndef URLSIEVE_CODEC_CRC32_HPP
#define URLSIEVE_CODEC_CRC32_HPP

#include <cstdint>
#include <span>

namespace urlsieve {

// Returns the CRC-32 of `bytes`, continued from `crc` (0 to start).
[[nodiscard]] std::uint32_t crc32_of(std::uint32_t crc, std::span<const char> bytes);

}  // namespace urlsieve

#endif
