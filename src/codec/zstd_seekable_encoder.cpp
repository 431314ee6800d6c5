// Each frame is encoded by one call, which is faster than a stream and gives the same bytes for any chunks of
// the input. The seek table lists the index as a frame without content.
#include "src/codec/zstd_seekable_encoder.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/codec/zstd_block.hpp"
#include "src/codec/zstd_line_index.hpp"
#include "src/codec/zstd_seek_table.hpp"

namespace urlsieve {
namespace {

class seekable_zstd_encoder final : public encoder {
 public:
  explicit seekable_zstd_encoder(int level)
      : frames_(level, block_checksum::yes),
        content_(zstd_seekable_frame),
        packed_(block_compressor::max_compressed(zstd_seekable_frame)) {}

  encode_step encode(std::span<const char> in, std::span<char> out, bool last) override {
    encode_step step;
    while (true) {
      const std::size_t written = write_waiting(out.subspan(step.produced));
      step.produced += written;
      if (!waiting_.empty()) return step;
      if (std::exchange(is_complete_, false)) {
        step.finished = true;
        return step;
      }
      const std::span<const char> rest = in.subspan(step.consumed);
      const std::size_t size = std::min(rest.size(), content_.size() - used_);
      if (size != 0) std::memcpy(content_.data() + used_, rest.data(), size);
      used_ += size;
      step.consumed += size;
      // A full frame ends only when more content follows, so the last frame is empty only in a file without
      // content.
      const bool ends = last && size == rest.size();
      if (!ends && (used_ != content_.size() || size == rest.size())) return step;
      pack_frame();
      if (ends) end_file();
    }
  }

 private:
  void pack_frame() {
    const std::string_view content(content_.data(), std::exchange(used_, 0));
    const std::size_t size = frames_.pack(content, packed_);
    index_.add(content);
    waiting_ = {packed_.data(), size};
    note_frame(size, content.size());
  }

  void note_frame(std::size_t stored, std::size_t content) {
    const zstd_frame_place& at = places_.back();
    places_.push_back({at.stored + stored, at.content + content});
  }

  // Appends index and table to the last frame.
  void end_file() {
    end_.assign(waiting_);
    const std::string index = index_.finish();
    if (!index.empty()) note_frame(index.size(), 0);
    end_ += index;
    end_ += write_zstd_seek_table(places_);
    places_.assign(1, {});
    waiting_ = end_;
    is_complete_ = true;
  }

  std::size_t write_waiting(std::span<char> out) {
    const std::size_t size = std::min(out.size(), waiting_.size());
    if (size != 0) std::memcpy(out.data(), waiting_.data(), size);
    waiting_.remove_prefix(size);
    return size;
  }

  block_compressor frames_;
  std::vector<char> content_;  // of the current frame; the first used_ bytes are filled
  std::size_t used_ = 0;
  std::vector<char> packed_;  // the last complete frame
  zstd_line_index_writer index_;
  std::vector<zstd_frame_place> places_{1};
  std::string end_;           // the last frame, index and table
  std::string_view waiting_;  // bytes of `packed_` or `end_` that are not written yet
  bool is_complete_ = false;  // `waiting_` ends the file
};

}  // namespace

std::unique_ptr<encoder> make_seekable_zstd_encoder(int level) {
  return std::make_unique<seekable_zstd_encoder>(level == 0 ? 1 : level);
}

}  // namespace urlsieve
