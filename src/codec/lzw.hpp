// Decompresses the format of compress(1), ".Z": Lempel-Ziv-Welch with codes of 9 to 16 bits. Batches of
// Usenet news used it.
#ifndef URLSIEVE_CODEC_LZW_HPP
#define URLSIEVE_CODEC_LZW_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace urlsieve {

// True if `compressed` begins with 1F 9D and a valid code width.
[[nodiscard]] bool begins_lzw(std::string_view compressed);

enum class lzw_end : std::uint8_t {
  whole,    // success; the format cannot show truncation
  corrupt,  // `out` has the bytes before the fault
  limit,    // the content exceeds `limit` bytes
};

// Appends the decompressed bytes to `out`, at most `limit`.
lzw_end decompress_lzw(std::string_view compressed, std::size_t limit, std::string& out);

}  // namespace urlsieve

#endif
