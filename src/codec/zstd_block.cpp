#include "src/codec/zstd_block.hpp"

#include <zstd.h>

#include <new>

namespace urlsieve {

struct block_packer::context {
  explicit context(int wanted) : zstd(ZSTD_createCCtx()), level(wanted) {
    if (zstd == nullptr) throw std::bad_alloc();
  }
  ~context() { ZSTD_freeCCtx(zstd); }
  context(const context&) = delete;
  context& operator=(const context&) = delete;
  ZSTD_CCtx* zstd;
  int level;
};

block_packer::block_packer(int level) : context_(std::make_unique<context>(level)) {}
block_packer::block_packer(block_packer&&) noexcept = default;
block_packer& block_packer::operator=(block_packer&&) noexcept = default;
block_packer::~block_packer() = default;

std::size_t block_packer::room(std::size_t size) {
  return ZSTD_compressBound(size);
}

std::size_t block_packer::pack(std::span<const char> in, std::span<char> out) {
  const std::size_t made =
      ZSTD_compressCCtx(context_->zstd, out.data(), out.size(), in.data(), in.size(), context_->level);
  if (ZSTD_isError(made) != 0) throw std::bad_alloc();  // with room() bytes, no other error is possible
  return made;
}

struct block_unpacker::context {
  context() : zstd(ZSTD_createDCtx()) {
    if (zstd == nullptr) throw std::bad_alloc();
  }
  ~context() { ZSTD_freeDCtx(zstd); }
  context(const context&) = delete;
  context& operator=(const context&) = delete;
  ZSTD_DCtx* zstd;
};

block_unpacker::block_unpacker() : context_(std::make_unique<context>()) {}
block_unpacker::block_unpacker(block_unpacker&&) noexcept = default;
block_unpacker& block_unpacker::operator=(block_unpacker&&) noexcept = default;
block_unpacker::~block_unpacker() = default;

bool block_unpacker::unpack(std::span<const char> in, std::span<char> out) {
  const std::size_t made = ZSTD_decompressDCtx(context_->zstd, out.data(), out.size(), in.data(), in.size());
  return ZSTD_isError(made) == 0 && made == out.size();
}

}  // namespace urlsieve
