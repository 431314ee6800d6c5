// The seek table at the end of a file of zstd frames (zstd seekable format 0.1.0): the offset of each frame,
// for random access to the content. The table is in a skippable frame, which sequential decoders skip.
#ifndef URLSIEVE_CODEC_ZSTD_SEEK_TABLE_HPP
#define URLSIEVE_CODEC_ZSTD_SEEK_TABLE_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

// Offset of a frame in the file, and of its content in the decompressed file.
struct zstd_frame_place {
  std::uint64_t stored = 0;
  std::uint64_t content = 0;
};

// Size of the table's footer in bytes: the end of the file that zstd_seek_table_size() needs.
inline constexpr std::size_t zstd_seek_footer_size = 9;

// Returns the size of the table, with the skippable header, of a file that ends in `footer`; 0 if there is
// none.
[[nodiscard]] std::uint64_t zstd_seek_table_size(std::string_view footer);

// Returns the places of the frames in `table`, and the end of the last frame. Requires: table.size() is the
// size that zstd_seek_table_size() returned. Returns an empty vector if the table does not fit a file of
// `file_size` bytes.
[[nodiscard]] std::vector<zstd_frame_place> read_zstd_seek_table(std::string_view table,
                                                                 std::uint64_t file_size);

// Returns the table for frames at `places`, the last of which is the end of the last frame.
[[nodiscard]] std::string write_zstd_seek_table(const std::vector<zstd_frame_place>& places);

}  // namespace urlsieve

#endif
