// The memory that the columns of a file share to decompress pages.
#ifndef URLSIEVE_SHARDS_PARQUET_PAGE_MEMORY_HPP
#define URLSIEVE_SHARDS_PARQUET_PAGE_MEMORY_HPP

#include <cstddef>
#include <cstdint>
#include <string>

#include "src/codec/zstd_block.hpp"

namespace urlsieve::parquet {

// All buffers of the columns draw from one allowance, so corrupt pages in many columns cannot multiply it.
class page_memory {
 public:
  // Allows `bytes` bytes for all buffers together.
  explicit page_memory(std::uint64_t bytes) : left_(bytes) {}

  // Gives `buffer`, a string or vector whose content is not needed, the capacity for `size` elements, and
  // empties it. Returns false, and allocates nothing, if the allowance is exhausted. The buffer must grow
  // only by this function.
  template <class Buffer>
  [[nodiscard]] bool reserve(Buffer& buffer, std::uint64_t size) {
    constexpr std::uint64_t element = sizeof(typename Buffer::value_type);
    const std::uint64_t capacity = buffer.capacity();
    buffer.clear();
    const bool is_wasteful = capacity * element > kept_buffer && capacity / 2 > size;
    if (capacity >= size && !is_wasteful) return true;
    // The capacity of an empty string is part of the string.
    const std::uint64_t free_capacity = Buffer().capacity();
    if (capacity > free_capacity) left_ += capacity * element;
    Buffer().swap(buffer);
    if (size <= free_capacity) return true;
    is_exhausted_ = is_exhausted_ || size > left_ / element;
    if (is_exhausted_) return false;
    buffer.reserve(static_cast<std::size_t>(size));
    // The capacity may exceed the size.
    const std::uint64_t taken = buffer.capacity() * element;
    is_exhausted_ = taken > left_;
    if (is_exhausted_) {
      Buffer().swap(buffer);
      return false;
    }
    left_ -= taken;
    return true;
  }

  // Returns true if reserve() has failed.
  [[nodiscard]] bool is_exhausted() const { return is_exhausted_; }

  block_decompressor unpacker;
  std::string stored;  // a compressed page; reserve() limits the string, too

 private:
  // Larger buffers are freed if most of their capacity is unused.
  static constexpr std::uint64_t kept_buffer = std::uint64_t{256} << 10U;

  std::uint64_t left_;
  bool is_exhausted_ = false;
};

}  // namespace urlsieve::parquet

#endif
