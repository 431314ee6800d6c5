#include "src/codec/raw_deflate.hpp"

#include <libdeflate.h>

#include <memory>

#include "src/codec/crc32.hpp"

namespace urlsieve {

bool inflate_whole(std::string_view compressed, std::span<char> out, std::uint32_t sum) {
  const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> with(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  if (!with) return false;
  std::size_t consumed = 0;
  return libdeflate_deflate_decompress_ex(with.get(), compressed.data(), compressed.size(), out.data(),
                                          out.size(), &consumed, nullptr) == LIBDEFLATE_SUCCESS &&
         crc32_of(0, out) == sum;
}

}  // namespace urlsieve
