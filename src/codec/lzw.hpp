// The format of compress(1), ".Z": Lempel-Ziv-Welch with codes of 9 to 16 bits. Batches of news came in it.
#ifndef URLSIEVE_CODEC_LZW_HPP
#define URLSIEVE_CODEC_LZW_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace urlsieve {

// 1F 9D, and a width of codes that the format has.
[[nodiscard]] bool begins_lzw(std::string_view packed);

enum class lzw_end : std::uint8_t {
  whole,    // the format does not tell whether something is missing
  corrupt,  // what stood before the fault was unpacked
  limit,    // there is more than `limit` bytes
};

// Appends at most `limit` bytes to `out`.
lzw_end unpack_lzw(std::string_view packed, std::size_t limit, std::string& out);

}  // namespace urlsieve

#endif
