// A growing buffer of uninitialized bytes, with readable bytes after its capacity for vectorized readers.
// Large buffers grow by moving pages (realloc calls mremap), so the bytes are never held twice.
#ifndef URLSIEVE_TEXT_SLAB_HPP
#define URLSIEVE_TEXT_SLAB_HPP

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

namespace urlsieve {

class slab {
 public:
  static constexpr std::size_t padding = 64;  // readable bytes after the capacity

  [[nodiscard]] char* data() { return bytes_.get(); }
  [[nodiscard]] const char* data() const { return bytes_.get(); }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }

  // Grows the buffer to `capacity` bytes and keeps the first `kept_size`. Does nothing if the buffer is large
  // enough; otherwise invalidates views into the slab. Throws std::bad_alloc if memory runs out. Requires:
  // kept_size <= capacity().
  void grow(std::size_t capacity, std::size_t kept_size) {
    if (capacity <= capacity_) return;
    if (kept_size == 0) shrink(0);  // no bytes to move
    void* const larger = std::realloc(bytes_.get(), capacity + padding);
    if (larger == nullptr) throw std::bad_alloc();
    static_cast<void>(bytes_.release());
    bytes_.reset(static_cast<char*>(larger));
    std::memset(bytes_.get() + capacity, 0, padding);
    capacity_ = capacity;
  }

  // Releases a buffer larger than `capacity` with its content, so that one huge document does not hold memory
  // for the rest of the run.
  void shrink(std::size_t capacity) {
    if (capacity_ <= capacity) return;
    bytes_.reset();
    capacity_ = 0;
  }

 private:
  struct to_the_heap {
    void operator()(char* bytes) const { std::free(bytes); }
  };

  std::unique_ptr<char[], to_the_heap> bytes_;
  std::size_t capacity_ = 0;
};

}  // namespace urlsieve

#endif
