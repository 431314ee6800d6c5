#include "src/codec/xz_stream.hpp"

#include <lzma.h>

#include <cstdint>
#include <new>

#include "src/codec/output_steps.hpp"

namespace urlsieve {
namespace {

class xz_decoder final : public decoder {
 public:
  // Starts a stream. `memory`: limit in bytes, the dictionary plus liblzma's other memory.
  using beginning = lzma_ret (*)(lzma_stream*, std::uint64_t memory, std::uint32_t flags);
  xz_decoder(beginning begin, decoder_limits limits)
      : begin_(begin), memory_((std::uint64_t{1} << limits.window_log) + (std::uint64_t{16} << 20)) {}
  ~xz_decoder() override { lzma_end(&state_); }
  xz_decoder(const xz_decoder&) = delete;
  xz_decoder& operator=(const xz_decoder&) = delete;

  void reset() override { open_ = over_limit_ = false; }
  [[nodiscard]] bool over_limit() const override { return over_limit_; }
  [[nodiscard]] std::string_view fault() const override { return fault_; }

  decode_step decode(std::span<const char> in, std::span<char> out, bool last) override {
    if (!open_) {
      // A single stream; reuses the memory of the last one.
      if (begin_(&state_, memory_, 0) != LZMA_OK) throw std::bad_alloc();
      open_ = true;
    }
    state_.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    state_.avail_in = in.size();
    state_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    state_.avail_out = out.size();
    decode_step step;
    while (true) {
      const lzma_ret answer = lzma_code(&state_, LZMA_RUN);
      step.consumed = in.size() - state_.avail_in;
      step.produced = out.size() - state_.avail_out;
      switch (answer) {
        case LZMA_OK:
          if (step.produced == out.size()) return step;
          continue;
        case LZMA_STREAM_END:
          open_ = false;
          step.state = decode_state::member_end;
          return step;
        case LZMA_BUF_ERROR:  // no progress was possible
          if (last && step.consumed == in.size() && step.produced < out.size())
            return fail(step, decode_state::truncated, "ends early");
          return step;
        case LZMA_MEM_ERROR:
          throw std::bad_alloc();
        case LZMA_MEMLIMIT_ERROR:
          over_limit_ = true;
          return fail(step, decode_state::corrupt, "asks for too much memory");
        case LZMA_FORMAT_ERROR:
          return fail(step, decode_state::corrupt, "no valid header");
        case LZMA_OPTIONS_ERROR:
          return fail(step, decode_state::corrupt, "asks for filters that are not known");
        default:
          return fail(step, decode_state::corrupt, "invalid data or wrong checksum");
      }
    }
  }

 private:
  decode_step fail(decode_step step, decode_state state, std::string_view fault) {
    fault_ = fault;
    step.state = state;
    return step;
  }

  lzma_stream state_ = LZMA_STREAM_INIT;
  beginning begin_;
  std::uint64_t memory_;
  bool open_ = false;
  bool over_limit_ = false;
  std::string_view fault_;
};

}  // namespace

std::unique_ptr<decoder> make_xz_decoder(decoder_limits limits) {
  return in_output_steps(std::make_unique<xz_decoder>(lzma_stream_decoder, limits));
}

std::unique_ptr<decoder> make_lzip_decoder(decoder_limits limits) {
  return in_output_steps(std::make_unique<xz_decoder>(lzma_lzip_decoder, limits));
}

}  // namespace urlsieve
