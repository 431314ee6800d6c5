// Uninitialized bytes that grow, with readable bytes behind the last one, as the vectorized readers ask for.
// Large ones grow by moving pages (mremap, by way of realloc), so they are never held twice.
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
  static constexpr std::size_t padding = 64;

  [[nodiscard]] char* data() { return bytes_.get(); }
  [[nodiscard]] const char* data() const { return bytes_.get(); }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }

  // Makes room for `capacity` bytes and keeps the first `kept`. Invalidates views into the slab when it
  // grows.
  void grow(std::size_t capacity, std::size_t kept) {
    if (capacity <= capacity_) return;
    if (kept == 0) shrink(0);  // nothing is worth moving
    void* const larger = std::realloc(bytes_.get(), capacity + padding);
    if (larger == nullptr) throw std::bad_alloc();
    static_cast<void>(bytes_.release());
    bytes_.reset(static_cast<char*>(larger));
    std::memset(bytes_.get() + capacity, 0, padding);
    capacity_ = capacity;
  }

  // One huge document must not hold its memory for the rest of the run.
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
