// A block of zeroed memory that grows without copying: the kernel remaps its pages. Untouched pages cost
// nothing, so callers may grow it generously. Large blocks are on huge pages, for fast random access.
#ifndef URLSIEVE_DEDUP_MEMORY_BLOCK_HPP
#define URLSIEVE_DEDUP_MEMORY_BLOCK_HPP

#include <cstddef>
#include <cstdint>
#include <utility>

namespace urlsieve {

// The end of a large block: rounded up to a whole huge page, or followed by small pages, so that it occupies
// only the requested size.
enum class block_end : std::uint8_t { whole_page, as_asked };

class memory_block {
 public:
  memory_block() = default;
  memory_block(memory_block&& other) noexcept
      : bytes_(std::exchange(other.bytes_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  memory_block& operator=(memory_block&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~memory_block() { release(); }

  // Returns the first of size() bytes, or null before the first grow().
  [[nodiscard]] char* data() { return bytes_; }
  [[nodiscard]] const char* data() const { return bytes_; }
  [[nodiscard]] std::size_t size() const { return size_; }

  // Returns the physical memory, in bytes, of the first `used` bytes after they were touched: whole pages.
  [[nodiscard]] std::size_t occupied(std::size_t used) const;

  // Makes size() at least `size`. New bytes are zero; old bytes keep their values, but may move. Throws
  // std::bad_alloc and then leaves the block unchanged.
  void grow(std::size_t size, block_end end = block_end::whole_page);

  // Frees the memory; size() is 0 afterwards.
  void release() noexcept;

 private:
  void begin_anywhere(std::size_t size);

  char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace urlsieve

#endif
