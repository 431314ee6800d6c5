#include <zstd.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <span>

#include "src/codec/zstd_stream.hpp"

namespace urlsieve {
namespace {

class zstd_encoder final : public encoder {
 public:
  zstd_encoder(int level, std::size_t first_block) : context_(ZSTD_createCCtx()), first_block_(first_block) {
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
    if (!ending_) {
      while (!flushing_ || flush(to)) {
        const std::size_t begin = from.pos;
        const std::size_t before = from.pos + to.pos;
        const std::size_t ahead = content_ < first_block_ ? first_block_ - content_ : in.size();
        from.size = std::min(in.size() - from.pos, ahead) + from.pos;
        check(ZSTD_compressStream2(context_, &to, &from, ZSTD_e_continue));
        content_ += from.pos - begin;
        flushing_ = content_ == first_block_ && from.pos != begin;
        if (flushing_) continue;
        if (from.pos == in.size() || to.pos == to.size || from.pos + to.pos == before) break;
      }
      ending_ = last && from.pos == in.size() && !flushing_;
    }
    while (ending_ && to.pos < to.size) {
      if (check(ZSTD_compressStream2(context_, &to, &from, ZSTD_e_end)) == 0) {
        ending_ = false;
        content_ = 0;
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

  // Ends the block. Returns false if the output is too small.
  bool flush(ZSTD_outBuffer& to) {
    ZSTD_inBuffer nothing{nullptr, 0, 0};
    flushing_ = check(ZSTD_compressStream2(context_, &to, &nothing, ZSTD_e_flush)) != 0;
    return !flushing_;
  }

  ZSTD_CCtx* context_;
  std::size_t first_block_;
  std::size_t content_ = 0;  // content of the frame so far
  bool flushing_ = false;    // the first block is complete, but not written entirely
  bool ending_ = false;
};

}  // namespace

std::unique_ptr<encoder> make_zstd_encoder(int level) {
  return make_zstd_encoder(level, 0);
}

std::unique_ptr<encoder> make_zstd_encoder(int level, std::size_t first_block) {
  return std::make_unique<zstd_encoder>(level == 0 ? 1 : level, first_block);
}

}  // namespace urlsieve
