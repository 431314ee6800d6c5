// A bump allocator for the bytes of a row. Takes little memory for short rows, because a merge holds two rows
// a reader. Pointers stay valid until clear().
#ifndef URLSIEVE_ROWS_ROW_STORAGE_HPP
#define URLSIEVE_ROWS_ROW_STORAGE_HPP

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace urlsieve {

class row_storage {
 public:
  // Returns uninitialized memory for `size` bytes, and 64 readable bytes behind. The next reserve() may
  // return the same memory, unless commit() keeps it.
  [[nodiscard]] char* reserve(std::size_t size) {
    if (static_cast<std::size_t>(end_ - next_) < size) grow(size);
    return next_;
  }
  // Keeps the first `size` bytes of the last reservation and returns a view of them.
  std::string_view commit(std::size_t size) {
    const std::string_view kept(next_, size);
    next_ += size;
    used_ += size;
    return kept;
  }
  // Returns a view of a copy of `bytes`.
  std::string_view copy(std::string_view bytes) {
    char* const place = reserve(bytes.size());
    if (!bytes.empty()) std::memcpy(place, bytes.data(), bytes.size());
    return commit(bytes.size());
  }

  // Returns the number of committed bytes.
  [[nodiscard]] std::size_t used() const { return used_; }

  // Discards all commits, and keeps the last chunk of memory, unless it is large.
  void clear() {
    used_ = 0;
    if (earlier_.empty() && size_ <= largest_kept) {
      next_ = chunk_.get();
      return;
    }
    earlier_.clear();
    if (size_ > largest_kept) {
      chunk_.reset();
      size_ = 0;
    }
    next_ = chunk_.get();
    end_ = next_ + size_;
  }

 private:
  static constexpr std::size_t first_chunk = std::size_t{1} << 10U;
  static constexpr std::size_t largest_kept = std::size_t{4} << 20U;
  static constexpr std::size_t read_padding = 64;

  void grow(std::size_t size) {
    size_ = std::max({size, 2 * size_, first_chunk});
    if (chunk_) earlier_.push_back(std::move(chunk_));
    chunk_ = std::make_unique_for_overwrite<char[]>(size_ + read_padding);
    next_ = chunk_.get();
    end_ = next_ + size_;
  }

  std::unique_ptr<char[]> chunk_;
  std::size_t size_ = 0;
  std::vector<std::unique_ptr<char[]>> earlier_;  // full chunks of the row
  char* next_ = nullptr;
  char* end_ = nullptr;
  std::size_t used_ = 0;
};

}  // namespace urlsieve

#endif
