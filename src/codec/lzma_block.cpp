#include "src/codec/lzma_block.hpp"

#include <lzma.h>

#include <array>
#include <cstdlib>
#include <new>

namespace urlsieve {

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

}  // namespace urlsieve
