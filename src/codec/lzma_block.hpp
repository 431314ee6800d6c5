// A block of bytes packed by LZMA alone, whose properties and size are told elsewhere.
#ifndef URLSIEVE_CODEC_LZMA_BLOCK_HPP
#define URLSIEVE_CODEC_LZMA_BLOCK_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace urlsieve {

enum class lzma_kind : std::uint8_t { first, second };  // "LZMA" and "LZMA2"

// The `size` bytes that `packed` is of; nothing where it is of less, or broken. `properties` are those that
// 7z archives have, of five bytes and of one; a dictionary of the size that they say is made.
[[nodiscard]] std::optional<std::string> unpack_lzma_block(lzma_kind kind, std::string_view packed,
                                                           std::string_view properties, std::size_t size);

}  // namespace urlsieve

#endif
