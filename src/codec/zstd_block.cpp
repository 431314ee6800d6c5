#include "src/codec/zstd_block.hpp"

#include <zstd.h>

#include <new>

namespace urlsieve {

struct block_compressor::context {
  context(int level, block_checksum checksum) : zstd(ZSTD_createCCtx()) {
    if (zstd == nullptr) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, checksum == block_checksum::yes ? 1 : 0);
  }
  ~context() { ZSTD_freeCCtx(zstd); }
  context(const context&) = delete;
  context& operator=(const context&) = delete;
  ZSTD_CCtx* zstd;
};

block_compressor::block_compressor(int level, block_checksum checksum)
    : context_(std::make_unique<context>(level, checksum)) {}
block_compressor::block_compressor(block_compressor&&) noexcept = default;
block_compressor& block_compressor::operator=(block_compressor&&) noexcept = default;
block_compressor::~block_compressor() = default;

std::size_t block_compressor::max_compressed(std::size_t size) {
  return ZSTD_compressBound(size);
}

std::size_t block_compressor::pack(std::span<const char> in, std::span<char> out) {
  const std::size_t size = ZSTD_compress2(context_->zstd, out.data(), out.size(), in.data(), in.size());
  if (ZSTD_isError(size) != 0)
    throw std::bad_alloc();  // with max_compressed() bytes, no other error is possible
  return size;
}

struct block_decompressor::context {
  context() : zstd(ZSTD_createDCtx()) {
    if (zstd == nullptr) throw std::bad_alloc();
  }
  ~context() { ZSTD_freeDCtx(zstd); }
  context(const context&) = delete;
  context& operator=(const context&) = delete;
  ZSTD_DCtx* zstd;
};

block_decompressor::block_decompressor() : context_(std::make_unique<context>()) {}
block_decompressor::block_decompressor(block_decompressor&&) noexcept = default;
block_decompressor& block_decompressor::operator=(block_decompressor&&) noexcept = default;
block_decompressor::~block_decompressor() = default;

bool block_decompressor::unpack(std::span<const char> in, std::span<char> out) {
  const std::size_t size = ZSTD_decompressDCtx(context_->zstd, out.data(), out.size(), in.data(), in.size());
  return ZSTD_isError(size) == 0 && size == out.size();
}

}  // namespace urlsieve
