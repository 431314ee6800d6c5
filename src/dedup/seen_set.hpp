// The distinct URLs of one shard, exact by bytes, with how often each was met and what belongs to its first
// occurrence. Batches may come in any order: the result depends only on what was inserted.
//
// An open-addressing table of 8-byte slots (a piece of the hash and a position) over a block of records that
// is only ever appended to; a record is a header of 16 bytes and the URL. When all is in, the table becomes
// the array that is sorted. README.md has the layout and the figures.
//
// Threads: none; the caller holds one lock per set and inserts a batch at a time.
#ifndef URLSIEVE_DEDUP_SEEN_SET_HPP
#define URLSIEVE_DEDUP_SEEN_SET_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "src/dedup/memory_block.hpp"
#include "src/dedup/probe_table.hpp"

namespace urlsieve {

// One reference to a URL.
struct sighting {
  std::string_view url;      // less than seen_set::max_url bytes
  std::uint64_t hash = 0;    // partition_hash(url), or any function of the URL's bytes
  std::uint64_t order = 0;   // its place in the input
  std::string_view columns;  // formatted fields of the reference; ignored by a set that keeps none
};

class seen_set {
 public:
  static constexpr std::size_t max_url = std::size_t{1} << 26U;

  // What is known of a URL. The views live until the next call of a non-const member.
  struct entry {
    std::string_view url;
    std::uint64_t count;       // sightings; stays at 2^38 - 1 from there on
    std::uint64_t order;       // the smallest one
    std::string_view columns;  // those of the sighting with the smallest order
  };

  explicit seen_set(bool keeps_columns);

  // Throws std::bad_alloc when memory or the 128 GiB that a set can address run out, std::length_error for a
  // URL that is too long; the set is then still valid, but holds only a part of the batch. REQUIRES: not
  // sorted.
  void insert(std::span<const sighting> batch);

  // Puts the entries in order, for operator[] and for_each(); nothing can be inserted until clear().
  void sort_by_bytes();
  void sort_by_order();

  // REQUIRES: sorted.
  [[nodiscard]] entry operator[](std::size_t rank) const { return read(ranked()[rank]); }

  // Calls visit(entry) in the order sorted by. The way to read many: memory is fetched ahead.
  // REQUIRES: sorted.
  template <class Visit>
  void for_each(Visit&& visit) const {
    constexpr std::size_t ahead = 16;
    const std::uint64_t* const positions = ranked();
    for (std::size_t i = 0; i < size_; ++i) {
      if (i + ahead < size_) prefetch(positions[i + ahead]);
      visit(read(positions[i]));
    }
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t memory() const;  // bytes in use, the URLs' own included
  [[nodiscard]] std::size_t url_bytes() const { return url_bytes_; }

  // Forgets everything and gives the memory back.
  void clear();

 private:
  [[nodiscard]] const std::uint64_t* ranked() const;
  [[nodiscard]] entry read(std::uint64_t position) const;
  void prefetch(std::uint64_t position) const { __builtin_prefetch(records_.data() + position); }

  memory_block records_;
  std::size_t size_ = 0;
  std::size_t url_bytes_ = 0;
};

}  // namespace urlsieve

#endif
