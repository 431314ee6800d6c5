// A block of zeroed bytes that grows without being copied: the kernel moves its pages. What was never touched
// costs nothing, so it may be grown generously. Large blocks lie on huge pages, which random access needs.
#ifndef URLSIEVE_DEDUP_MEMORY_BLOCK_HPP
#define URLSIEVE_DEDUP_MEMORY_BLOCK_HPP

#include <cstddef>
#include <cstdint>
#include <utility>

namespace urlsieve {

// Where a large block ends: with its last huge page, or with small pages behind it, so that what is asked for
// is what it occupies.
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

  [[nodiscard]] char* data() { return bytes_; }
  [[nodiscard]] const char* data() const { return bytes_; }
  [[nodiscard]] std::size_t size() const { return size_; }

  // What its first `used` bytes occupy once they were touched: huge pages come as a whole.
  [[nodiscard]] std::size_t occupied(std::size_t used) const;

  // Makes size() at least `size`; bytes gained are zero, the others keep their values but may move. Throws
  // std::bad_alloc, and is then unchanged.
  void grow(std::size_t size, block_end end = block_end::whole_page);

  void release() noexcept;

 private:
  void begin_anywhere(std::size_t size);

  char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace urlsieve

#endif
