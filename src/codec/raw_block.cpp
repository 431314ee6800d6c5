#include "src/codec/raw_block.hpp"

#include <libdeflate.h>
#include <lzma.h>
#include <snappy-c.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#include "src/text/lazy_library.hpp"

namespace urlsieve {
namespace {

struct snappy_functions {
  lazy_library library{URLSIEVE_SNAPPY_LIBRARY};
  URLSIEVE_LATE_FUNCTION(library, snappy_uncompressed_length);
  URLSIEVE_LATE_FUNCTION(library, snappy_uncompress);
};

}  // namespace

std::uint32_t crc32_of(std::uint32_t crc, std::span<const char> bytes) {
  return libdeflate_crc32(crc, bytes.data(), bytes.size());
}

bool inflate_whole(std::string_view compressed, std::span<char> out, std::uint32_t sum) {
  const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> with(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  if (!with) return false;
  std::size_t consumed = 0;
  return libdeflate_deflate_decompress_ex(with.get(), compressed.data(), compressed.size(), out.data(),
                                          out.size(), &consumed, nullptr) == LIBDEFLATE_SUCCESS &&
         crc32_of(0, out) == sum;
}

std::optional<std::string> decompress_lzma_block(lzma_kind kind, std::string_view compressed,
                                                 std::string_view properties, std::size_t size) {
  std::array<lzma_filter, 2> filters{};
  filters[0].id = kind == lzma_kind::first ? LZMA_FILTER_LZMA1 : LZMA_FILTER_LZMA2;
  filters[1].id = LZMA_VLI_UNKNOWN;
  if (::lzma_properties_decode(filters.data(), nullptr,
                               reinterpret_cast<const std::uint8_t*>(properties.data()),
                               properties.size()) != LZMA_OK)
    return std::nullopt;
  std::string plain(size, '\0');
  lzma_stream state = LZMA_STREAM_INIT;
  const lzma_ret begun = ::lzma_raw_decoder(&state, filters.data());
  std::free(filters[0].options);
  if (begun == LZMA_MEM_ERROR) throw std::bad_alloc();
  if (begun != LZMA_OK) return std::nullopt;
  state.next_in = reinterpret_cast<const std::uint8_t*>(compressed.data());
  state.avail_in = compressed.size();
  state.next_out = reinterpret_cast<std::uint8_t*>(plain.data());
  state.avail_out = plain.size();
  const lzma_ret answer = ::lzma_code(&state, LZMA_RUN);
  const bool whole = state.avail_out == 0 && (answer == LZMA_OK || answer == LZMA_STREAM_END);
  ::lzma_end(&state);
  if (!whole) return std::nullopt;
  return plain;
}

bool decompress_snappy(std::string_view compressed, std::span<char> plain) {
  static const snappy_functions snappy;
  std::size_t size = 0;
  if (snappy.snappy_uncompressed_length(compressed.data(), compressed.size(), &size) != SNAPPY_OK ||
      size != plain.size())
    return false;
  char none = 0;  // for an empty block, whose `plain` may be a null pointer
  char* const out = plain.empty() ? &none : plain.data();
  return snappy.snappy_uncompress(compressed.data(), compressed.size(), out, &size) == SNAPPY_OK;
}

}  // namespace urlsieve
