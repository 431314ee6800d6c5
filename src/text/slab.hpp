// Uninitialized bytes that grow, with readable bytes behind the last one, as the vectorized readers ask for.
#ifndef URLSIEVE_TEXT_SLAB_HPP
#define URLSIEVE_TEXT_SLAB_HPP

#include <cstddef>
#include <cstring>
#include <memory>

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
    auto larger = std::make_unique_for_overwrite<char[]>(capacity + padding);
    if (kept != 0) std::memcpy(larger.get(), bytes_.get(), kept);
    std::memset(larger.get() + capacity, 0, padding);
    bytes_ = std::move(larger);
    capacity_ = capacity;
  }

  // One huge document must not hold its memory for the rest of the run.
  void shrink(std::size_t capacity) {
    if (capacity_ <= capacity) return;
    bytes_.reset();
    capacity_ = 0;
  }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t capacity_ = 0;
};

}  // namespace urlsieve

#endif
