// The table at the end of a file of zstd frames that tells where each begins, so that a part of the content
// can be had without what stands before it: the zstd seekable format 0.1.0. It stands in a skippable frame,
// which those who read from front to back pass over.
#ifndef URLSIEVE_CODEC_ZSTD_SEEK_TABLE_HPP
#define URLSIEVE_CODEC_ZSTD_SEEK_TABLE_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/compression.hpp"

namespace urlsieve {

// Where a frame begins: in the file, and in the content.
struct zstd_frame_place {
  std::uint64_t stored = 0;
  std::uint64_t content = 0;
};

// What a table ends in, and the fewest bytes that a file with one has.
inline constexpr std::size_t zstd_seek_footer_size = 9;

// The size of the table of a file that ends in `footer`, its skippable header included; 0: there is none.
[[nodiscard]] std::uint64_t zstd_seek_table_size(std::string_view footer);

// The frames of `table`, which has the size that zstd_seek_table_size() told, in a file of `file_size` bytes;
// and behind the last one where all end. Empty where the table does not fit that file.
[[nodiscard]] std::vector<zstd_frame_place> read_zstd_seek_table(std::string_view table,
                                                                 std::uint64_t file_size);

// The table behind these frames, the end of all being the last place.
[[nodiscard]] std::string write_zstd_seek_table(const std::vector<zstd_frame_place>& places);

// The content of a frame, but for the last one: small enough to unpack for a single row, large enough to
// cost below one part in a hundred of the file.
inline constexpr std::size_t zstd_seekable_frame = std::size_t{1} << 20U;

// And what of it is a block of its own at the front, for those who look at the first row only.
inline constexpr std::size_t zstd_seekable_head = std::size_t{4} << 10U;

// Frames of zstd_seekable_frame bytes of content with a table behind them.
[[nodiscard]] std::unique_ptr<encoder> make_seekable_zstd_encoder(int level);

}  // namespace urlsieve

#endif
