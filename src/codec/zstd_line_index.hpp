// An index of lines in a seekable zstd file of sorted lines, in a skippable frame before the seek table. A
// binary search compares with the lines of the index, and decodes only the frames where it ends. Other zstd
// decoders skip the index.
//
// A line belongs to the frame that holds the LF before it. The index has the first line of the file, and the
// first line that belongs to each frame, or to every second, fourth ... frame of a large file.
#ifndef URLSIEVE_CODEC_ZSTD_LINE_INDEX_HPP
#define URLSIEVE_CODEC_ZSTD_LINE_INDEX_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/zstd_seek_table.hpp"

namespace urlsieve {

struct indexed_line {
  std::uint64_t offset = 0;  // in the content of the file
  std::string text;          // without its LF
};

class zstd_line_index {
 public:
  // Largest size of an index with the header of its frame, in bytes.
  static constexpr std::uint64_t largest = std::uint64_t{4} << 20U;

  // Reads the index in `stored`, a skippable frame with its header. `places`: the frames with content, and
  // their end. Returns nullopt if `stored` is no index, or does not fit the frames.
  [[nodiscard]] static std::optional<zstd_line_index> read(std::string_view stored,
                                                           const std::vector<zstd_frame_place>& places);

  // Returns the first line of the file, or the first line that belongs to `frame`. Returns null if the index
  // lacks the line: it is too long, it has no LF, or the frame is not indexed.
  [[nodiscard]] const indexed_line* top() const { return present(lines_.front()); }
  [[nodiscard]] const indexed_line* first_of(std::size_t frame) const {
    return frame % stride_ == 0 ? present(lines_[1 + frame / stride_]) : nullptr;
  }
  // Every `stride()`-th frame is indexed, from frame 0 on.
  [[nodiscard]] std::size_t stride() const { return stride_; }

 private:
  static constexpr std::uint64_t absent = ~std::uint64_t{0};
  [[nodiscard]] static const indexed_line* present(const indexed_line& line) {
    return line.offset == absent ? nullptr : &line;
  }

  std::size_t stride_ = 1;
  std::vector<indexed_line> lines_;  // top(), and the first line of each indexed frame
};

class zstd_line_index_writer {
 public:
  // Adds the content of the next frame.
  void add(std::string_view content);

  // Returns the index as a skippable frame, for the frames since the last call; empty for less than two
  // frames, because a search decodes a single frame anyway.
  [[nodiscard]] std::string finish();

 private:
  struct entry {
    std::uint32_t offset = 0;  // in the content of its frame
    bool is_complete = false;  // the LF of the line was found
    std::string text;
  };

  // Appends the front of `content` to the line of an entry, up to the LF.
  void extend(std::size_t at, std::string_view content);
  void drop_every_second();

  std::vector<entry> entries_;       // as zstd_line_index::lines_
  std::optional<std::size_t> open_;  // the entry whose line continues in the next frame
  std::size_t frames_ = 0;
  std::size_t stride_ = 1;
};

}  // namespace urlsieve

#endif
