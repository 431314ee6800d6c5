// The records behind a seen_set: URLs one after the other in a block that is only appended to, each behind a
// header with its order and count. A position is a record's offset from the block's first byte.
//
//   order          8 bytes
//   count, size    38 and 26 bits
//   columns        position 8 bytes, size 4 bytes; only in a block that keeps columns
//   URL, padding   to a multiple of 4
//
// Columns lie in a block of their own. A replacement that does not fit in place leaves a hole; when holes are
// a third of that block, it is copied without them.
#ifndef URLSIEVE_DEDUP_RECORD_BLOCK_HPP
#define URLSIEVE_DEDUP_RECORD_BLOCK_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "src/dedup/memory_block.hpp"

namespace urlsieve {

class record_block {
 public:
  static constexpr unsigned alignment = 4;
  static constexpr unsigned size_bits = 26;
  static constexpr std::size_t max_url = std::size_t{1} << size_bits;
  static constexpr std::uint64_t max_count = (std::uint64_t{1} << (64 - size_bits)) - 1;
  static constexpr std::size_t overread = 64;  // bytes readable behind every URL

  explicit record_block(bool keeps_columns) : header_(keeps_columns ? 28 : 16) {}

  // Appends a record with count 1 and returns its position, which is a multiple of `alignment` and not 0.
  // Throws std::bad_alloc if there is no memory or the position would not be below `limit`.
  std::uint64_t append(std::string_view url, std::uint64_t order, std::string_view columns,
                       std::uint64_t limit);

  // Counts one more sighting; its columns are kept if it comes before those seen so far.
  void add(std::uint64_t position, std::uint64_t order, std::string_view columns);

  [[nodiscard]] std::string_view url(std::uint64_t position) const {
    const char* const record = records_.data() + position;
    return {record + header_, load(record + 8) & (max_url - 1)};
  }
  [[nodiscard]] std::uint64_t order(std::uint64_t position) const { return load(records_.data() + position); }
  [[nodiscard]] std::uint64_t count(std::uint64_t position) const {
    return load(records_.data() + position + 8) >> size_bits;
  }
  [[nodiscard]] std::string_view columns(std::uint64_t position) const;

  // Fetches what reading the header and `depth` bytes of the URL needs.
  void prefetch(std::uint64_t position, std::size_t depth = 0) const {
    __builtin_prefetch(records_.data() + position);
    __builtin_prefetch(records_.data() + position + header_ + depth);
  }

  // Walks the records in order of insertion: for (p = first(); p != end(); p = next(p)).
  [[nodiscard]] static constexpr std::uint64_t first() { return begin_; }
  [[nodiscard]] std::uint64_t end() const { return used_; }
  [[nodiscard]] std::uint64_t next(std::uint64_t position) const {
    const std::uint64_t after = position + header_ + url(position).size();
    return (after + alignment - 1) / alignment * alignment;
  }

  [[nodiscard]] std::size_t memory() const { return used_ + columns_used_; }  // bytes in use

 private:
  static constexpr std::uint64_t begin_ = 16;

  static std::uint64_t load(const char* place) {
    std::uint64_t value = 0;
    std::memcpy(&value, place, sizeof value);
    return value;
  }
  static void store(char* place, std::uint64_t value) { std::memcpy(place, &value, sizeof value); }

  void set_columns(char* record, std::string_view columns);
  void close_holes();

  memory_block records_;
  memory_block columns_;
  std::size_t header_;
  std::uint64_t used_ = begin_;
  std::uint64_t columns_used_ = 0;
  std::uint64_t columns_holes_ = 0;
};

}  // namespace urlsieve

#endif
