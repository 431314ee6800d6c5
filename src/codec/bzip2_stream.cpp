#include "src/codec/bzip2_stream.hpp"

#include <bzlib.h>

#include <algorithm>
#include <new>

#include "src/codec/output_steps.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t bzip2_largest_piece = std::size_t{1} << 30;

class bzip2_decoder final : public decoder {
 public:
  bzip2_decoder() = default;
  ~bzip2_decoder() override { reset(); }
  bzip2_decoder(const bzip2_decoder&) = delete;
  bzip2_decoder& operator=(const bzip2_decoder&) = delete;

  // The library cannot reset a stream, so its state is created when the first bytes arrive.
  void reset() override {
    if (open_) BZ2_bzDecompressEnd(&state_);
    open_ = false;
  }

  [[nodiscard]] std::string_view fault() const override { return fault_; }

  decode_step decode(std::span<const char> in, std::span<char> out, bool last) override {
    decode_step step;
    if (!open_) {
      state_ = {};
      if (BZ2_bzDecompressInit(&state_, 0, 0) != BZ_OK) throw std::bad_alloc();
      open_ = true;
    }
    while (true) {
      const std::size_t input_size = std::min(in.size() - step.consumed, bzip2_largest_piece);
      const std::size_t output_size = std::min(out.size() - step.produced, bzip2_largest_piece);
      state_.next_in = const_cast<char*>(in.data()) + step.consumed;
      state_.avail_in = static_cast<unsigned>(input_size);
      state_.next_out = out.data() + step.produced;
      state_.avail_out = static_cast<unsigned>(output_size);
      const int answer = BZ2_bzDecompress(&state_);
      const std::size_t consumed = input_size - state_.avail_in;
      const std::size_t produced = output_size - state_.avail_out;
      step.consumed += consumed;
      step.produced += produced;
      if (answer == BZ_STREAM_END) {
        reset();
        step.state = decode_state::member_end;
        return step;
      }
      if (answer == BZ_MEM_ERROR) throw std::bad_alloc();
      if (answer != BZ_OK) {
        fault_ = answer == BZ_DATA_ERROR_MAGIC ? "no valid header" : "invalid data or wrong checksum";
        step.state = decode_state::corrupt;
        return step;
      }
      if (step.produced == out.size()) return step;
      if (produced == 0 && step.consumed == in.size()) {
        if (last) {
          fault_ = "ends early";
          step.state = decode_state::truncated;
        }
        return step;
      }
    }
  }

 private:
  bz_stream state_{};
  bool open_ = false;
  std::string_view fault_;
};

}  // namespace

std::unique_ptr<decoder> make_bzip2_decoder() {
  return in_output_steps(std::make_unique<bzip2_decoder>());
}

}  // namespace urlsieve
