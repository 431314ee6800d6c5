// The index: 0x184D2A5D, the size of the rest; the stride, the number of lines; for each line, its offset in
// the content of its frame, its size, and its bytes. Numbers are little-endian: sizes of lines have 2 bytes,
// all others 4. The offset 0xFFFFFFFF marks a line that the index lacks.
#include "src/codec/zstd_line_index.hpp"

#include <algorithm>
#include <utility>

#include "src/text/number_bytes.hpp"

namespace urlsieve {
namespace {

constexpr std::uint32_t index_magic = 0x184D2A5D;
constexpr std::uint32_t absent_offset = 0xFFFFFFFF;
constexpr std::size_t index_header = 16;
constexpr std::size_t line_header = 6;
constexpr std::size_t longest_line = 1024;
constexpr std::size_t most_lines = 2049;  // so that an index has two megabytes at most

std::size_t lines_for(std::size_t frames, std::size_t stride) {
  return 1 + (frames + stride - 1) / stride;
}

}  // namespace

std::optional<zstd_line_index> zstd_line_index::read(std::string_view stored,
                                                     const std::vector<zstd_frame_place>& places) {
  if (stored.size() < index_header || places.size() < 2 ||
      little_endian(stored.substr(0, 4)) != index_magic ||
      little_endian(stored.substr(4, 4)) != stored.size() - 8)
    return std::nullopt;
  zstd_line_index index;
  index.stride_ = little_endian(stored.substr(8, 4));
  const std::size_t frames = places.size() - 1;
  if (index.stride_ == 0 || little_endian(stored.substr(12, 4)) != lines_for(frames, index.stride_))
    return std::nullopt;
  std::size_t at = index_header;
  for (std::size_t i = 0; i < lines_for(frames, index.stride_); ++i) {
    if (stored.size() - at < line_header) return std::nullopt;
    const std::uint64_t offset = little_endian(stored.substr(at, 4));
    const std::size_t size = little_endian(stored.substr(at + 4, 2));
    at += line_header;
    if (stored.size() - at < size) return std::nullopt;
    const std::size_t frame = i == 0 ? 0 : (i - 1) * index.stride_;
    indexed_line& line = index.lines_.emplace_back();
    line.offset = offset == absent_offset ? absent : places[frame].content + offset;
    line.text = stored.substr(at, size);
    at += size;
    if (line.offset == absent) continue;
    if (offset > (i == 0 ? 0 : places[frame + 1].content - places[frame].content) ||
        size >= places.back().content - line.offset || line.text.find('\n') != std::string::npos)
      return std::nullopt;
  }
  if (at != stored.size()) return std::nullopt;
  return index;
}

void zstd_line_index_writer::extend(std::size_t at, std::string_view content) {
  entry& line = entries_[at];
  const std::size_t feed = content.find('\n');
  const bool ends = feed != std::string_view::npos;
  const bool fits = line.text.size() + std::min(feed, content.size()) <= longest_line;
  if (fits) line.text += content.substr(0, feed);
  line.is_complete = ends && fits;
  open_ = fits && !ends ? std::optional(at) : std::nullopt;
}

void zstd_line_index_writer::drop_every_second() {
  std::vector<entry> kept;
  std::optional<std::size_t> open;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (i != 0 && i % 2 == 0) continue;
    if (open_ == i) open = kept.size();
    kept.push_back(std::move(entries_[i]));
  }
  entries_ = std::move(kept);
  open_ = open;
  stride_ *= 2;
}

void zstd_line_index_writer::add(std::string_view content) {
  if (open_) extend(*open_, content);
  if (frames_ == 0) {
    entries_.emplace_back();
    extend(0, content);
  }
  if (frames_ % stride_ == 0 && entries_.size() == most_lines) drop_every_second();
  if (frames_++ % stride_ != 0) return;
  entries_.emplace_back();
  const std::size_t feed = content.find('\n');
  if (feed == std::string_view::npos) return;
  entries_.back().offset = static_cast<std::uint32_t>(feed + 1);
  extend(entries_.size() - 1, content.substr(feed + 1));
}

std::string zstd_line_index_writer::finish() {
  std::string lines;
  for (const entry& line : entries_) {
    append_little_endian(line.is_complete ? line.offset : absent_offset, 4, lines);
    append_little_endian(line.is_complete ? line.text.size() : 0, 2, lines);
    if (line.is_complete) lines += line.text;
  }
  std::string index;
  for (const std::uint64_t number :
       {std::uint64_t{index_magic}, std::uint64_t{index_header - 8 + lines.size()}, std::uint64_t{stride_},
        std::uint64_t{entries_.size()}})
    append_little_endian(number, 4, index);
  const bool has_several_frames = frames_ > 1;
  *this = {};
  return has_several_frames ? index + lines : "";
}

}  // namespace urlsieve
