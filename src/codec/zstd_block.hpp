// Blocks of bytes as zstd frames of their own, each packed and unpacked in one call: no window is kept
// between them, so that a reader of many streams pays for a block of each and no more.
#ifndef URLSIEVE_CODEC_ZSTD_BLOCK_HPP
#define URLSIEVE_CODEC_ZSTD_BLOCK_HPP

#include <cstddef>
#include <memory>
#include <span>

namespace urlsieve {

// Holds its context's memory from call to call; one a thread.
class block_packer {
 public:
  explicit block_packer(int level = 1);
  block_packer(block_packer&&) noexcept;
  block_packer& operator=(block_packer&&) noexcept;
  ~block_packer();

  // The most that `size` bytes can become.
  [[nodiscard]] static std::size_t room(std::size_t size);

  // Packs `in` into the front of `out`, which has room(in.size()) bytes, and returns how many it took.
  std::size_t pack(std::span<const char> in, std::span<char> out);

 private:
  struct context;
  std::unique_ptr<context> context_;
};

class block_unpacker {
 public:
  block_unpacker();
  block_unpacker(block_unpacker&&) noexcept;
  block_unpacker& operator=(block_unpacker&&) noexcept;
  ~block_unpacker();

  // False if `in` is no frame of exactly out.size() bytes.
  [[nodiscard]] bool unpack(std::span<const char> in, std::span<char> out);

 private:
  struct context;
  std::unique_ptr<context> context_;
};

}  // namespace urlsieve

#endif
