// A bump allocator for bytes that live as long as a batch or a row. Pointers stay valid until clear(), which
// keeps the memory for the next batch or row, or until rewind() to an earlier mark. The arena owns the
// memory. One thread at a time may use an arena.
#ifndef URLSIEVE_TEXT_ARENA_HPP
#define URLSIEVE_TEXT_ARENA_HPP

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace urlsieve {

class arena {
 public:
  static constexpr std::size_t read_padding = 64;  // bytes after the reserved memory that vectors may read

  arena() = default;
  // `first_chunk`: the least number of bytes to allocate, for arenas that are many and hold little.
  explicit arena(std::size_t first_chunk) : first_chunk_(first_chunk) {}

  // Returns uninitialized memory for `size` bytes. The next reserve() may return the same memory, unless
  // commit() keeps it. Throws std::bad_alloc if memory runs out.
  [[nodiscard]] char* reserve(std::size_t size) {
    if (static_cast<std::size_t>(end_ - next_) < size) grow(size);
    return next_;
  }

  // Keeps the first `size` bytes of the last reservation and returns a view of them.
  std::string_view commit(std::size_t size) {
    const std::string_view committed(next_, size);
    next_ += size;
    used_ += size;
    return committed;
  }

  // Returns a view of a copy of `bytes` in the arena; may have null data if `bytes` is empty.
  std::string_view copy(std::string_view bytes) {
    char* const place = reserve(bytes.size());
    if (!bytes.empty()) std::memcpy(place, bytes.data(), bytes.size());
    return commit(bytes.size());
  }

  // Returns the number of committed bytes.
  [[nodiscard]] std::size_t used() const { return used_; }

  // Returns the allocated bytes, used or not.
  [[nodiscard]] std::size_t capacity() const {
    std::size_t all = 0;
    for (const chunk& allocation : chunks_) all += allocation.size;
    return all;
  }

  // A position in the arena, for rewind(). clear(), and rewind() to an earlier mark, invalidate a mark.
  struct mark {
    std::size_t chunk = 0;
    char* next = nullptr;
    std::size_t used = 0;
  };
  // Returns the position after the last commit.
  [[nodiscard]] mark filled() const { return {current_, next_, used_}; }

  // Discards all commits after the mark `position`, and keeps the memory. Requires: `position` is valid.
  void rewind(const mark& position) {
    current_ = position.chunk;
    next_ = position.next;
    end_ = next_ == nullptr ? nullptr : chunks_[current_].bytes.get() + chunks_[current_].size;
    used_ = position.used;
  }

  // Discards all commits, and releases chunks of more than 4 MiB.
  void clear() {
    used_ = 0;
    current_ = 0;
    next_ = end_ = nullptr;
    // Releases large chunks, so that one huge document does not hold memory for the rest of the run.
    std::erase_if(chunks_, [](const chunk& allocation) { return allocation.size > largest_kept; });
    if (!chunks_.empty()) enter(0);
  }

 private:
  static constexpr std::size_t largest_kept = std::size_t{4} << 20;

  struct chunk {
    std::unique_ptr<char[]> bytes;
    std::size_t size;
  };

  void enter(std::size_t index) {
    current_ = index;
    next_ = chunks_[index].bytes.get();
    end_ = next_ + chunks_[index].size;
  }

  void grow(std::size_t size) {
    const std::size_t following = next_ == nullptr ? 0 : current_ + 1;
    if (following < chunks_.size() && chunks_[following].size >= size) return enter(following);
    chunks_.resize(std::min(following, chunks_.size()));
    const std::size_t last = chunks_.empty() ? first_chunk_ / 2 : chunks_.back().size;
    const std::size_t chunk_size = std::max(size, std::min(2 * last, largest_kept));
    chunks_.push_back({std::make_unique_for_overwrite<char[]>(chunk_size + read_padding), chunk_size});
    enter(chunks_.size() - 1);
  }

  std::size_t first_chunk_ = std::size_t{64} << 10;
  std::vector<chunk> chunks_;
  std::size_t current_ = 0;
  char* next_ = nullptr;
  char* end_ = nullptr;
  std::size_t used_ = 0;
};

}  // namespace urlsieve

#endif
