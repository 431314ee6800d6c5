#include "src/codec/zstd_frame.hpp"

#include "src/text/number_bytes.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t frame_magic = 0xFD2FB528;

}  // namespace

zstd_frame_header read_zstd_frame_header(std::string_view bytes) {
  zstd_frame_header header;
  if (bytes.size() < 5) return header;
  if (little_endian(bytes.substr(0, 4)) != frame_magic) {
    header.size = 4;
    return header;
  }
  header.is_frame = true;
  const auto descriptor = static_cast<unsigned char>(bytes[4]);
  const unsigned content_size_flag = descriptor >> 6U;
  const bool single_segment = (descriptor & 0x20U) != 0;
  constexpr std::size_t dictionary_id_sizes[] = {0, 1, 2, 4};
  const std::size_t window_size = single_segment ? 0 : 1;
  const std::size_t dictionary_id_size = dictionary_id_sizes[descriptor & 3U];
  const std::size_t content_size_size =
      content_size_flag == 0 ? (single_segment ? 1U : 0U) : std::size_t{1} << content_size_flag;
  const std::size_t size = 5 + window_size + dictionary_id_size + content_size_size;
  if (bytes.size() < size) return header;
  header.size = size;
  header.has_dictionary = dictionary_id_size != 0;
  if (content_size_size != 0) {
    const std::uint64_t written = little_endian(bytes.substr(size - content_size_size, content_size_size));
    header.content_size = written + (content_size_size == 2 ? 256U : 0U);
  }
  if (single_segment) {
    header.window = *header.content_size;
  } else {
    const auto window = static_cast<unsigned char>(bytes[5]);
    const std::uint64_t base = std::uint64_t{1} << (10U + (window >> 3U));
    header.window = base + base / 8 * (window & 7U);
  }
  return header;
}

}  // namespace urlsieve
