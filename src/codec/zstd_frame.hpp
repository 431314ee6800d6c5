// Parses the header of a zstd frame (RFC 8878 section 3.1.1.1), to predict the memory and output of decoding.
#ifndef URLSIEVE_CODEC_ZSTD_FRAME_HPP
#define URLSIEVE_CODEC_ZSTD_FRAME_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace urlsieve {

// The largest accepted window, log2 of bytes, and in bytes; zstd's own default limit. A frame may declare any
// window size.
inline constexpr unsigned largest_zstd_window_log = 27;
inline constexpr std::uint64_t largest_zstd_window = std::uint64_t{1} << largest_zstd_window_log;

struct zstd_frame_header {
  std::size_t size = 0;   // with the magic number; 0: the header is incomplete
  bool is_frame = false;  // false: a skippable frame, or no frame
  bool has_dictionary = false;
  std::uint64_t window = 0;  // bytes of history that a decoder must keep
  std::optional<std::uint64_t> content_size;
};

// Parses the header at the front of `bytes`.
[[nodiscard]] zstd_frame_header read_zstd_frame_header(std::string_view bytes);

}  // namespace urlsieve

#endif
