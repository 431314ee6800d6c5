// A part of a fingerprint_set: buckets of four fingerprints, each one line of the cache, filled from the
// front; what a full one has no room for goes on in the next.
//
// A fingerprint's home is its high half * homes >> 64, so homes rise with fingerprints, and the table grows
// in place, by any factor, in one sweep from its end: what is moved lands where everything was moved already.
//
//   before   [a.|bc|d.]               a bucket of two, for once
//   after    [a.|..|b.|c.|d.]
#ifndef URLSIEVE_DEDUP_FINGERPRINT_TABLE_HPP
#define URLSIEVE_DEDUP_FINGERPRINT_TABLE_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "src/dedup/memory_block.hpp"
#include "src/text/fingerprint.hpp"
#include "src/text/fingerprint_buckets.hpp"

namespace urlsieve {

class fingerprint_table {
 public:
  // Makes room for `entries`; the table grows past that all the same. Throws std::bad_alloc, as add() does.
  void reserve(std::size_t entries);

  // For put_in_buckets(): what it filled is told to filled() before anything else. REQUIRES: room was made.
  [[nodiscard]] bucket_row row() {
    return {reinterpret_cast<fingerprint*>(memory_.data()), homes_, tail_,
            static_cast<std::ptrdiff_t>(most_ - size_)};
  }
  // The table grows if there is no more room.
  void filled(const bucket_row& row) {
    size_ = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(most_) - row.room);
    if (size_ >= most_) grow(grown(), longer_tail());
  }

  // Whether it is new; the table has it then. Slowly. REQUIRES: room was made; entry.low is not 0, which
  // marks what is empty.
  bool add(const fingerprint& entry);

  // REQUIRES: room was made; entry.low is not 0.
  [[nodiscard]] bool contains(const fingerprint& entry) const;

  // Forgets all. A table that has grown large gives its memory back and is as new.
  void clear();

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t memory() const { return (homes_ + tail_) * sizeof(bucket); }  // bytes

  // The same once there are `entries`.
  [[nodiscard]] std::size_t memory_for(std::size_t entries) const;

 private:
  static constexpr std::size_t first_tail = 16;
  using bucket = std::array<fingerprint, bucket_size>;

  [[nodiscard]] bucket* buckets() { return reinterpret_cast<bucket*>(memory_.data()); }
  [[nodiscard]] const bucket* buckets() const { return reinterpret_cast<const bucket*>(memory_.data()); }
  [[nodiscard]] std::size_t home(const fingerprint& entry) { return row().home(entry); }
  // home() for readers of a const table.
  [[nodiscard]] std::size_t home_of(const fingerprint& entry) const {
    return const_cast<fingerprint_table*>(this)->home(entry);
  }

  // By what it grows decides how much is moved, and how much is empty after that.
  [[nodiscard]] std::size_t grown() const { return homes_ + homes_ / 2; }
  // By what rounding of homes may push into it.
  [[nodiscard]] std::size_t longer_tail() const { return std::max(tail_ + 2, first_tail); }
  [[nodiscard]] std::size_t homes_for(std::size_t entries) const;
  void put(const fingerprint& entry);
  void grow(std::size_t homes, std::size_t tail);

  memory_block memory_;
  std::size_t homes_ = 0;
  std::size_t tail_ = 0;  // buckets behind the last home, for what it has no room for
  std::size_t size_ = 0;
  std::size_t most_ = 0;  // entries before it grows
};

}  // namespace urlsieve

#endif
