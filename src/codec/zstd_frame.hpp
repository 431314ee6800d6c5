// The header of a zstd frame (RFC 8878 section 3.1.1.1), as far as it says what decoding will take.
#ifndef URLSIEVE_CODEC_ZSTD_FRAME_HPP
#define URLSIEVE_CODEC_ZSTD_FRAME_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace urlsieve {

// A stream may ask a decoder to keep as many bytes as it likes; more than this (zstd's own bound where
// nothing else is asked for) are not kept.
inline constexpr unsigned largest_zstd_window_log = 27;
inline constexpr std::uint64_t largest_zstd_window = std::uint64_t{1} << largest_zstd_window_log;

struct zstd_frame_header {
  std::size_t size = 0;   // with the magic; 0: the header is not there whole
  bool is_frame = false;  // and not skippable, or something else
  bool has_dictionary = false;
  std::uint64_t window = 0;  // bytes that a decoder must look back
  std::optional<std::uint64_t> content_size;
};

[[nodiscard]] zstd_frame_header read_zstd_frame_header(std::string_view bytes);

}  // namespace urlsieve

#endif
