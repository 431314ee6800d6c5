#include "src/codec/brotli_stream.hpp"

#include <brotli/decode.h>

#include <cstdint>
#include <new>

namespace urlsieve {
namespace {

class brotli_decoder final : public decoder {
 public:
  ~brotli_decoder() override { reset(); }
  brotli_decoder() = default;
  brotli_decoder(const brotli_decoder&) = delete;
  brotli_decoder& operator=(const brotli_decoder&) = delete;

  void reset() override {
    BrotliDecoderDestroyInstance(state_);
    state_ = nullptr;
  }
  [[nodiscard]] std::string_view fault() const override { return "brotli"; }

  decode_step decode(std::span<const char> in, std::span<char> out, bool last) override {
    if (state_ == nullptr) state_ = BrotliDecoderCreateInstance(nullptr, nullptr, nullptr);
    if (state_ == nullptr) throw std::bad_alloc();
    std::size_t in_left = in.size();
    std::size_t out_left = out.size();
    const auto* next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    auto* next_out = reinterpret_cast<std::uint8_t*>(out.data());
    const BrotliDecoderResult answer =
        BrotliDecoderDecompressStream(state_, &in_left, &next_in, &out_left, &next_out, nullptr);
    decode_step step{in.size() - in_left, out.size() - out_left, decode_state::more};
    if (answer == BROTLI_DECODER_RESULT_SUCCESS) {
      step.state = decode_state::member_end;
      reset();
    } else if (answer == BROTLI_DECODER_RESULT_ERROR) {
      const BrotliDecoderErrorCode why = BrotliDecoderGetErrorCode(state_);
      if (why <= BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES &&
          why >= BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES)
        throw std::bad_alloc();
      step.state = decode_state::corrupt;
    } else if (answer == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT && last) {
      step.state = decode_state::truncated;
    }
    return step;
  }

 private:
  BrotliDecoderState* state_ = nullptr;
};

}  // namespace

std::unique_ptr<decoder> make_brotli_decoder() {
  return std::make_unique<brotli_decoder>();
}

}  // namespace urlsieve
