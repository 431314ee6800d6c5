// The table: 0x184D2A5E, the size of the rest; for each frame, its stored size and content size; the number
// of frames, a byte of flags, 0x8F92EAB1. All numbers are little-endian, of 4 bytes.
#include "src/codec/zstd_seek_table.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "src/codec/zstd_stream.hpp"
#include "src/text/number_bytes.hpp"

namespace urlsieve {
namespace {

constexpr std::uint32_t skippable_magic = 0x184D2A5E;
constexpr std::uint32_t seekable_magic = 0x8F92EAB1;
constexpr std::uint64_t skippable_header = 8;
constexpr std::uint64_t most_frames = 0x8000000;
constexpr unsigned char has_checksums = 0x80;
constexpr unsigned char reserved = 0x7C;  // flags that make a table unsupported

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint32_t>(little_endian(bytes.substr(at, 4)));
}

void append_number(std::uint64_t value, std::string& out) {
  append_little_endian(value, 4, out);
}

std::uint64_t entry_size(std::string_view footer) {
  return (static_cast<unsigned char>(footer[4]) & has_checksums) != 0 ? 12 : 8;
}

class seekable_zstd_encoder final : public encoder {
 public:
  explicit seekable_zstd_encoder(int level) : frames_(make_zstd_encoder(level, zstd_seekable_head)) {}

  encode_step encode(std::span<const char> in, std::span<char> out, bool last) override {
    encode_step step;
    while (true) {
      const std::span<char> output = out.subspan(step.produced);
      if (!table_.empty()) {
        write_table(output, step);
        return step;
      }
      const std::span<const char> rest = in.subspan(step.consumed);
      const std::size_t size =
          ending_ ? 0 : std::min<std::size_t>(rest.size(), zstd_seekable_frame - frame_content_);
      // A full frame ends only when more content follows, so the last frame is empty only in a file without
      // content.
      const bool ends = ending_ || (last && size == rest.size()) ||
                        (frame_content_ + size == zstd_seekable_frame && size < rest.size());
      const encode_step frame_step = frames_->encode(rest.first(size), output, ends);
      step.consumed += frame_step.consumed;
      step.produced += frame_step.produced;
      frame_content_ += frame_step.consumed;
      stored_ += frame_step.produced;
      ending_ = ends && frame_step.consumed == size && !frame_step.finished;
      if (!frame_step.finished) return step;
      end_frame();
      if (!last || step.consumed != in.size()) continue;
      table_ = write_zstd_seek_table(places_);
      places_.assign(1, {});
    }
  }

 private:
  void end_frame() {
    const zstd_frame_place& at = places_.back();
    places_.push_back({at.stored + std::exchange(stored_, 0), at.content + std::exchange(frame_content_, 0)});
  }

  void write_table(std::span<char> output, encode_step& step) {
    const std::size_t size = std::min(output.size(), table_.size() - written_);
    if (size != 0) std::memcpy(output.data(), table_.data() + written_, size);
    step.produced += size;
    written_ += size;
    if (written_ != table_.size()) return;
    step.finished = true;
    table_.clear();
    written_ = 0;
  }

  std::unique_ptr<encoder> frames_;
  std::vector<zstd_frame_place> places_{1};
  std::size_t frame_content_ = 0;  // content of the current frame
  std::uint64_t stored_ = 0;       // bytes of the frame written
  bool ending_ = false;            // the end was requested, but the output was too small
  std::string table_;              // the table while it is written
  std::size_t written_ = 0;
};

}  // namespace

std::uint64_t zstd_seek_table_size(std::string_view footer) {
  if (footer.size() < zstd_seek_footer_size) return 0;
  footer = footer.substr(footer.size() - zstd_seek_footer_size);
  if (number_at(footer, 5) != seekable_magic) return 0;
  const std::uint64_t frames = number_at(footer, 0);
  if (frames > most_frames || (static_cast<unsigned char>(footer[4]) & reserved) != 0) return 0;
  return skippable_header + frames * entry_size(footer) + zstd_seek_footer_size;
}

std::vector<zstd_frame_place> read_zstd_seek_table(std::string_view table, std::uint64_t file_size) {
  if (table.size() < skippable_header + zstd_seek_footer_size ||
      zstd_seek_table_size(table) != table.size() || file_size < table.size() ||
      number_at(table, 0) != skippable_magic || number_at(table, 4) != table.size() - skippable_header)
    return {};
  const std::uint64_t size = entry_size(table.substr(table.size() - zstd_seek_footer_size));
  std::vector<zstd_frame_place> places(1);
  for (std::size_t at = skippable_header; at + zstd_seek_footer_size < table.size(); at += size) {
    const zstd_frame_place& before = places.back();
    places.push_back({before.stored + number_at(table, at), before.content + number_at(table, at + 4)});
  }
  if (places.back().stored != file_size - table.size()) return {};
  return places;
}

std::string write_zstd_seek_table(const std::vector<zstd_frame_place>& places) {
  const std::uint64_t frames = places.size() - 1;
  std::string table;
  append_number(skippable_magic, table);
  append_number(frames * 8 + zstd_seek_footer_size, table);
  for (std::size_t i = 0; i < frames; ++i) {
    append_number(places[i + 1].stored - places[i].stored, table);
    append_number(places[i + 1].content - places[i].content, table);
  }
  append_number(frames, table);
  table += '\0';
  append_number(seekable_magic, table);
  return table;
}

std::unique_ptr<encoder> make_seekable_zstd_encoder(int level) {
  return std::make_unique<seekable_zstd_encoder>(level);
}

}  // namespace urlsieve
