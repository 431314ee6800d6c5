// A set of 128-bit fingerprints. It deduplicates a stream in input order: each fingerprint is reported as new
// or as a repeat.
//
// The low bits of a fingerprint select one of eight tables. The tables have different
// sizes and grow one after another, so growing moves at most an eighth of the set, and little memory is
// empty. Each call probes a batch and prefetches memory. One thread at a time may use a set.
#ifndef URLSIEVE_DEDUP_FINGERPRINT_SET_HPP
#define URLSIEVE_DEDUP_FINGERPRINT_SET_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/dedup/memory_block.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/text/scan/fingerprint_buckets.hpp"

namespace urlsieve {

// A hash table of a fingerprint_set: buckets of four fingerprints, one cache line each. A bucket fills from
// the front; a full bucket overflows into the next bucket.
//
// The home of a fingerprint is high half * homes >> 64, so homes ascend with fingerprints. The table grows in
// place, by any factor, in one sweep from its end: every move lands in a bucket that was emptied before.
//
//   before   [a.|bc|d.]               (buckets of two, to keep the picture small)
//   after    [a.|..|b.|c.|d.]
class fingerprint_table {
 public:
  // Reserves memory for `entries`; the table grows beyond that number. Throws std::bad_alloc, as add() does.
  void reserve(std::size_t entries);

  // Returns the buckets for insert_fingerprints(). The next call must be filled(). Requires: reserve() was
  // called.
  [[nodiscard]] bucket_row row() {
    return {reinterpret_cast<fingerprint*>(memory_.data()), homes_, tail_,
            static_cast<std::ptrdiff_t>(most_ - size_)};
  }
  // Takes over the size that insert_fingerprints() left in `row`; grows the table if it is full.
  void filled(const bucket_row& row) {
    size_ = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(most_) - row.capacity);
    if (size_ >= most_) grow(grown(), longer_tail());
  }

  // Inserts `entry` and returns true, or returns false if the table has it already. Slower than
  // insert_fingerprints(). Requires: reserve() was called; entry.low is not 0, the mark of an empty slot.
  bool add(const fingerprint& entry);

  // Requires: reserve() was called; entry.low is not 0.
  [[nodiscard]] bool contains(const fingerprint& entry) const;

  // Removes all entries. A large table frees its memory and becomes as newly constructed.
  void clear();

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t memory() const { return (homes_ + tail_) * sizeof(bucket); }  // bytes

  // Returns memory() of a table that holds `entries`.
  [[nodiscard]] std::size_t memory_for(std::size_t entries) const;

 private:
  static constexpr std::size_t first_tail = 16;
  using bucket = std::array<fingerprint, bucket_size>;

  [[nodiscard]] bucket* buckets() { return reinterpret_cast<bucket*>(memory_.data()); }
  [[nodiscard]] const bucket* buckets() const { return reinterpret_cast<const bucket*>(memory_.data()); }
  [[nodiscard]] std::size_t home(const fingerprint& entry) { return row().home(entry); }
  // home() of a const table.
  [[nodiscard]] std::size_t home_of(const fingerprint& entry) const {
    return const_cast<fingerprint_table*>(this)->home(entry);
  }

  // The growth factor balances the cost of moving against empty memory.
  [[nodiscard]] std::size_t grown() const { return homes_ + homes_ / 2; }
  // Rounding of homes may push two more buckets into the tail.
  [[nodiscard]] std::size_t longer_tail() const { return std::max(tail_ + 2, first_tail); }
  [[nodiscard]] std::size_t homes_for(std::size_t entries) const;
  void insert_new(const fingerprint& entry);
  void grow(std::size_t homes, std::size_t tail);

  memory_block memory_;
  std::size_t homes_ = 0;
  std::size_t tail_ = 0;  // overflow buckets behind the last home
  std::size_t size_ = 0;
  std::size_t most_ = 0;  // entries at which the table grows
};

class fingerprint_set {
 public:
  // Reserves memory for `expected` distinct fingerprints; 0: unknown. The set grows beyond `expected`. Throws
  // std::bad_alloc.
  explicit fingerprint_set(std::size_t expected = 0);

  // Inserts `fingerprints`. Sets is_new[i] to false if fingerprints[i] is in the set already or occurs before
  // i, else to true. Throws std::bad_alloc; an unknown part of the batch is then inserted. Requires: both
  // spans have the same size.
  void insert(std::span<const fingerprint> fingerprints, std::span<bool> is_new);

  // Sets is_new[i] to true if the set lacks fingerprints[i], else to false. Inserts nothing, so repeats
  // within the batch are all new. Requires: both spans have the same size.
  void find_new(std::span<const fingerprint> fingerprints, std::span<bool> is_new) const;

  // Removes all fingerprints. Frees large tables, because clearing their memory would take longer.
  void clear();

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::size_t memory() const;  // bytes

  // Returns memory() after an insertion of `more` new, uniformly distributed fingerprints.
  [[nodiscard]] std::size_t memory_with(std::size_t more) const;

 private:
  static constexpr std::size_t parts = bucket_rows;

  [[nodiscard]] fingerprint_table& part_of(const fingerprint& entry) { return tables_[entry.low % parts]; }
  bool add(const fingerprint& entry);
  bool add_without_low(const fingerprint& entry);

  std::array<fingerprint_table, parts> tables_;
  std::vector<std::size_t> left_;  // indexes into the batch that insert_fingerprints() did not insert
  std::vector<std::uint64_t> without_low_;  // high halves of fingerprints whose low half is 0 (rare)
};

}  // namespace urlsieve

#endif
