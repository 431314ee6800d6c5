#include "src/codec/output_steps.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace urlsieve {
namespace {

class stepped_decoder final : public decoder {
 public:
  explicit stepped_decoder(std::unique_ptr<decoder> inner) : inner_(std::move(inner)) {}

  void reset() override {
    inner_->reset();
    begin();
  }
  [[nodiscard]] bool over_limit() const override { return inner_->over_limit(); }
  [[nodiscard]] bool has_dictionary() const override { return inner_->has_dictionary(); }
  [[nodiscard]] std::string_view fault() const override { return inner_->fault(); }

  decode_step decode(std::span<const char> in, std::span<char> out, bool last) override {
    decode_step step;
    while (true) {
      const std::size_t part = std::min(decoded_ - delivered_, out.size() - step.produced);
      std::copy_n(block_.data() + delivered_, part, out.data() + step.produced);
      delivered_ += part;
      step.produced += part;
      if (delivered_ != decoded_) return step;
      if (state_ != decode_state::more) {
        step.state = state_;
        begin();
        return step;
      }
      if (step.produced == out.size()) return step;
      if (decoded_ == block_.size()) delivered_ = decoded_ = 0;
      const decode_step inner =
          inner_->decode(in.subspan(step.consumed), std::span(block_).subspan(decoded_), last);
      step.consumed += inner.consumed;
      decoded_ += inner.produced;
      state_ = inner.state;
      if (state_ == decode_state::more && inner.produced == 0) return step;
    }
  }

 private:
  void begin() {
    state_ = decode_state::more;
    delivered_ = decoded_ = 0;
  }

  std::unique_ptr<decoder> inner_;
  std::array<char, std::size_t{4} << 10> block_{};
  std::size_t delivered_ = 0;                // bytes of block_ returned
  std::size_t decoded_ = 0;                  // bytes in block_
  decode_state state_ = decode_state::more;  // state of inner_, to report behind the bytes in block_
};

}  // namespace

std::unique_ptr<decoder> in_output_steps(std::unique_ptr<decoder> inner) {
  return std::make_unique<stepped_decoder>(std::move(inner));
}

}  // namespace urlsieve
