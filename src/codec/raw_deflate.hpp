// DEFLATE (RFC 1951) without a wrapper, as zip archives have it: a stream that lies in memory whole.
#ifndef URLSIEVE_CODEC_RAW_DEFLATE_HPP
#define URLSIEVE_CODEC_RAW_DEFLATE_HPP

#include <cstdint>
#include <span>
#include <string_view>

namespace urlsieve {

// Whether `packed` begins with a stream that ends in it and fills `out`, no more and no less, with bytes
// whose CRC-32 is `sum`;
// else what stands in `out` means nothing. Thread-safe.
[[nodiscard]] bool inflate_whole(std::string_view packed, std::span<char> out, std::uint32_t sum);

}  // namespace urlsieve

#endif
