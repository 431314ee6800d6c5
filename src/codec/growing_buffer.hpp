// An output buffer in an arena for bytes of unknown number; grows while it is filled.
#ifndef URLSIEVE_CODEC_GROWING_BUFFER_HPP
#define URLSIEVE_CODEC_GROWING_BUFFER_HPP

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

// Call left() and fill() in turn, then commit() once; the bytes then live as long as the arena. Requires: no
// other reservation in the arena before commit().
class growing_buffer {
 public:
  // Reserves `first` bytes, and grows up to `limit` bytes.
  growing_buffer(arena& storage, std::size_t first, std::size_t limit)
      : storage_(storage), limit_(limit), size_(std::min(first, limit)), bytes_(storage.reserve(size_)) {}

  // Returns the free part of the buffer. Grows if fewer than `least` bytes are free; returns less only at the
  // limit.
  std::span<char> left(std::size_t least = 1) {
    if (size_ - filled_ < least && size_ < limit_) {
      const std::size_t larger =
          std::min(limit_, std::max(2 * size_, filled_ + std::max<std::size_t>(least, 4096)));
      // The arena may switch to another chunk; it keeps the committed bytes of the old one until it is
      // cleared.
      storage_.commit(filled_);
      char* const moved = storage_.reserve(larger);
      std::memcpy(moved, bytes_, filled_);
      bytes_ = moved;
      size_ = larger;
    }
    return {bytes_ + filled_, size_ - filled_};
  }
  // Marks the first `size` bytes of left() as filled. Requires: size <= left().size().
  void fill(std::size_t size) { filled_ += size; }
  // Returns the filled bytes.
  std::string_view commit() { return storage_.commit(filled_); }

 private:
  arena& storage_;
  std::size_t limit_;
  std::size_t size_;
  std::size_t filled_ = 0;
  char* bytes_;
};

}  // namespace urlsieve

#endif
