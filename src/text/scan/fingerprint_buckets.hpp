// Hash tables of fingerprints: rows of buckets with four fingerprints each, the size of a cache line. A
// bucket is filled from the front. A fingerprint is stored in the first bucket with a free place, from its
// home on.
#ifndef URLSIEVE_TEXT_SCAN_FINGERPRINT_BUCKETS_HPP
#define URLSIEVE_TEXT_SCAN_FINGERPRINT_BUCKETS_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {

constexpr std::size_t bucket_size = 4;

// A row of buckets. A fingerprint whose low half is 0 marks a free place. The caller owns the memory: (homes
// + tail) * bucket_size fingerprints.
struct bucket_row {
  fingerprint* first = nullptr;  // aligned to 64 bytes
  std::size_t homes = 0;         // number of buckets that are homes, which excludes the tail
  std::size_t tail = 0;          // number of buckets after the last home
  std::ptrdiff_t capacity = 0;   // insertions before the row should grow; may become negative

  // Returns the index of the bucket at which the search for `entry` begins.
  [[nodiscard]] std::size_t home(const fingerprint& entry) const {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::size_t>((static_cast<wide>(entry.high) * homes) >> 64U);
  }
};

constexpr std::size_t bucket_rows = 8;  // selected by the low bits of a fingerprint

// Inserts fingerprints of `all` in order, unless they are present, and sets is_new[i] to whether all[i] was
// inserted. Subtracts each insertion from the `capacity` of its row. Stops soon after the `capacity` of a row
// is used up or `left` gets an element, and returns the number of processed fingerprints. Appends to `left`
// the processed indices that could not be inserted: the low half is 0, or the buckets from the home on are
// full. Requires: every row has at least one home and one tail bucket, and `is_new` has all.size() elements.
[[nodiscard]] std::size_t insert_fingerprints(std::span<bucket_row, bucket_rows> rows,
                                              std::span<const fingerprint> all, bool* is_new,
                                              std::vector<std::size_t>& left);

}  // namespace urlsieve

#endif
