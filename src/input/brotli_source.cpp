#include "src/input/brotli_source.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "src/codec/brotli_stream.hpp"

namespace urlsieve {
namespace {

// Input size of each decoder call. The output before a fault depends on these sizes, so they must not depend
// on the sizes in which the bytes arrive.
constexpr std::size_t piece = std::size_t{4} << 10;
constexpr std::size_t capacity = std::size_t{64} << 10;

class brotli_source final : public byte_source {
 public:
  brotli_source(std::unique_ptr<byte_source> packed, std::string_view head)
      : packed_(std::move(packed)),
        pending_(head.begin(), head.end()),
        decoder_(make_brotli_decoder()),
        decoded_(capacity) {}

  std::size_t read(std::span<char> out, stats& counted) override {
    std::size_t filled = 0;
    while (filled < out.size() && (delivered_ < produced_ || !is_over_)) {
      if (delivered_ == produced_) decode(counted);
      const std::size_t part = std::min(produced_ - delivered_, out.size() - filled);
      std::copy_n(decoded_.data() + delivered_, part, out.data() + filled);
      delivered_ += part;
      filled += part;
    }
    outer_.bytes = 0;  // only the decompressed bytes count
    counted.add(std::exchange(outer_, {}));
    counted.bytes += filled;
    return filled;
  }

  [[nodiscard]] bool after_gap() const override { return false; }
  void take_marks(std::vector<offset_mark>& marks) override {
    if (!std::exchange(marked_, true)) marks.push_back({0, 0, false, false});
  }
  [[nodiscard]] int exhaustion() const override { return packed_->exhaustion(); }
  [[nodiscard]] std::uint64_t stored_position() const override { return packed_->stored_position(); }
  [[nodiscard]] std::uint64_t stored_size() const override { return packed_->stored_size(); }
  [[nodiscard]] std::string_view name() const override { return packed_->name(); }

 private:
  // Reads until `size` bytes are pending or the input ends. A gap ends the input.
  void want(std::size_t size) {
    pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(begin_));
    begin_ = 0;
    while (pending_.size() < size && !ended_) {
      const std::size_t before = pending_.size();
      pending_.resize(before + capacity);
      const std::size_t got = packed_->read(std::span(pending_).subspan(before), outer_);
      ended_ = got == 0 || packed_->after_gap();
      pending_.resize(before + (ended_ ? 0 : got));
    }
  }

  void decode(stats& counted) {
    const std::size_t size = piece - consumed_ % piece;
    if (pending_.size() - begin_ < size) want(size);
    const std::span<const char> rest = std::span<const char>(pending_).subspan(begin_);
    const std::span<const char> now = rest.first(std::min(rest.size(), size));
    const decode_step step = decoder_->decode(now, decoded_, ended_ && now.size() == rest.size());
    begin_ += step.consumed;
    consumed_ += step.consumed;
    produced_ = step.produced;
    delivered_ = 0;
    if (step.state == decode_state::corrupt) lose(damage::corrupt_compression, counted);
    if (step.state == decode_state::truncated) lose(damage::truncated_compression, counted);
    if (step.state == decode_state::member_end) end(counted);
  }

  void drain() {
    is_over_ = true;
    pending_.resize(capacity);
    while (packed_->read(pending_, outer_) != 0) {
    }
  }

  void lose(damage why, stats& counted) {
    counted.damaged_in(why, packed_->name(), {0, std::nullopt}, "brotli");
    drain();
  }

  void end(stats& counted) {
    want(1);
    if (!pending_.empty()) {
      counted.damaged_in(damage::junk_after_member, packed_->name(), {0, std::nullopt},
                         "bytes after a brotli stream");
    }
    drain();
  }

  std::unique_ptr<byte_source> packed_;
  std::vector<char> pending_;  // read and not decoded, from begin_ on
  std::size_t begin_ = 0;
  std::uint64_t consumed_ = 0;
  std::unique_ptr<decoder> decoder_;
  std::vector<char> decoded_;  // produced_ bytes, of which delivered_ were returned
  std::size_t produced_ = 0;
  std::size_t delivered_ = 0;
  stats outer_;  // counters of packed_
  bool ended_ = false;
  bool is_over_ = false;
  bool marked_ = false;
};

}  // namespace

std::unique_ptr<byte_source> decompress_brotli(std::unique_ptr<byte_source> packed, std::string_view head) {
  return std::make_unique<brotli_source>(std::move(packed), head);
}

}  // namespace urlsieve
