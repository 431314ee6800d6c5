// Compresses and decompresses blocks as separate zstd frames, each in one call. No window persists between
// blocks, so a reader of many streams needs the memory of one block for each.
#ifndef URLSIEVE_CODEC_ZSTD_BLOCK_HPP
#define URLSIEVE_CODEC_ZSTD_BLOCK_HPP

#include <cstddef>
#include <memory>
#include <span>

namespace urlsieve {

enum class block_checksum : bool { no, yes };

// Compresses blocks. Reuses the memory of its context; use one object per thread. All members throw
// std::bad_alloc if memory runs out; compression has no other error. `level`: zstd's, up to 22. `checksum`:
// whether each frame ends with a checksum of its content.
class block_compressor {
 public:
  explicit block_compressor(int level = 1, block_checksum checksum = block_checksum::no);
  block_compressor(block_compressor&&) noexcept;
  block_compressor& operator=(block_compressor&&) noexcept;
  ~block_compressor();

  // Returns the maximum compressed size of `size` bytes.
  [[nodiscard]] static std::size_t max_compressed(std::size_t size);

  // Compresses `in` into the front of `out` and returns the compressed size. Requires: out.size() >=
  // max_compressed(in.size()).
  std::size_t pack(std::span<const char> in, std::span<char> out);

 private:
  struct context;
  std::unique_ptr<context> context_;
};

// Decompresses blocks. Reuses the memory of its context; use one object per thread.
class block_decompressor {
 public:
  block_decompressor();
  block_decompressor(block_decompressor&&) noexcept;
  block_decompressor& operator=(block_decompressor&&) noexcept;
  ~block_decompressor();

  // Decompresses the frame `in` to `out`. Returns false, and leaves `out` unspecified, if `in` is not a valid
  // frame of exactly out.size() bytes of content.
  [[nodiscard]] bool unpack(std::span<const char> in, std::span<char> out);

 private:
  struct context;
  std::unique_ptr<context> context_;
};

}  // namespace urlsieve

#endif
