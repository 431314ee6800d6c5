#include <zstd.h>

#include <cstddef>
#include <memory>
#include <new>
#include <span>

#include "src/codec/zstd_stream.hpp"

namespace urlsieve {
namespace {

class zstd_encoder final : public encoder {
 public:
  explicit zstd_encoder(int level) : context_(ZSTD_createCCtx()) {
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context_, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context_, ZSTD_c_checksumFlag, 1);
  }
  ~zstd_encoder() override { ZSTD_freeCCtx(context_); }
  zstd_encoder(const zstd_encoder&) = delete;
  zstd_encoder& operator=(const zstd_encoder&) = delete;

  // A frame that is ended by its first call would get another header (with its size), so input is always
  // passed before the end is requested.
  encode_step encode(std::span<const char> in, std::span<char> out, bool last) override {
    ZSTD_inBuffer from{in.data(), in.size(), 0};
    ZSTD_outBuffer to{out.data(), out.size(), 0};
    encode_step step;
    while (!ending_) {
      const std::size_t before = from.pos + to.pos;
      check(ZSTD_compressStream2(context_, &to, &from, ZSTD_e_continue));
      if (from.pos != from.size && to.pos != to.size && from.pos + to.pos != before) continue;
      ending_ = last && from.pos == in.size();
      break;
    }
    while (ending_ && to.pos < to.size) {
      if (check(ZSTD_compressStream2(context_, &to, &from, ZSTD_e_end)) == 0) {
        ending_ = false;
        step.finished = true;
      }
    }
    step.consumed = from.pos;
    step.produced = to.pos;
    return step;
  }

 private:
  static std::size_t check(std::size_t answer) {
    if (ZSTD_isError(answer) != 0) throw std::bad_alloc();  // no other error is possible
    return answer;
  }

  ZSTD_CCtx* context_;
  bool ending_ = false;
};

}  // namespace

std::unique_ptr<encoder> make_zstd_encoder(int level) {
  return std::make_unique<zstd_encoder>(level == 0 ? 1 : level);
}

}  // namespace urlsieve
