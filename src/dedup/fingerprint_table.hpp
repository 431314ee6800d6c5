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
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/dedup/memory_block.hpp"
#include "src/text/fingerprint.hpp"

namespace urlsieve {

class fingerprint_table {
 public:
  // Makes room for `entries`; the table grows past that all the same. Throws std::bad_alloc, as add() does.
  void reserve(std::size_t entries);

  // Its home, and the one behind, as it may be full.
  void prefetch(const fingerprint& entry) const {
    const bucket* const in = buckets() + home(entry);
    __builtin_prefetch(in, 0, 2);
    __builtin_prefetch(in + 1, 0, 2);
  }

  // Whether it is new; the table has it then. REQUIRES: room was made; entry.low is not 0, which marks what
  // is empty.
  bool add(const fingerprint& entry) {
    bucket& in = buckets()[home(entry)];
    const unsigned place = place_of(entry.low, in);
    if (place == bucket_size || is_other(in[place], entry)) [[unlikely]]
      return add_behind(entry);
    // Nobody can foresee whether it is new, so there is no branch on it.
    const std::size_t more = in[place].low == 0 ? 1 : 0;
    in[place] = entry;
    size_ += more;
    if (size_ > most_) [[unlikely]]
      grow(grown(), longer_tail());
    return more != 0;
  }

  // Forgets all. A table that has grown large gives its memory back and is as new.
  void clear();

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t memory() const { return (homes_ + tail_) * sizeof(bucket); }  // bytes

  // The same once there are `entries`.
  [[nodiscard]] std::size_t memory_for(std::size_t entries) const;

 private:
  static constexpr unsigned bucket_size = 4;
  static constexpr std::size_t first_tail = 16;
  using bucket = std::array<fingerprint, bucket_size>;

  // Where `low` stands, or else the first that is empty; bucket_size: neither.
  static unsigned place_of(std::uint64_t low, const bucket& in) {
    unsigned fits = 1U << bucket_size;
    for (unsigned i = 0; i < bucket_size; ++i)
      fits |= static_cast<unsigned>(in[i].low == low || in[i].low == 0) << i;
    return static_cast<unsigned>(std::countr_zero(fits));
  }
  // Of the same low half.
  static bool is_other(const fingerprint& here, const fingerprint& entry) {
    return here.low != 0 && here.high != entry.high;
  }

  [[nodiscard]] bucket* buckets() { return reinterpret_cast<bucket*>(memory_.data()); }
  [[nodiscard]] const bucket* buckets() const { return reinterpret_cast<const bucket*>(memory_.data()); }
  [[nodiscard]] std::size_t home(const fingerprint& entry) const {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::size_t>((static_cast<wide>(entry.high) * homes_) >> 64U);
  }

  // By what it grows decides how much is moved, and how much is empty after that.
  [[nodiscard]] std::size_t grown() const { return homes_ + homes_ / 2; }
  // By what rounding of homes may push into it.
  [[nodiscard]] std::size_t longer_tail() const { return std::max(tail_ + 2, first_tail); }
  [[nodiscard]] std::size_t homes_for(std::size_t entries) const;
  bool add_behind(const fingerprint& entry);
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
