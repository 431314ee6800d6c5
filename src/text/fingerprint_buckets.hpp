// Rows of buckets that hold fingerprints, four to a bucket, which is a line of the cache; each filled from
// the front. What is put in goes to the first bucket with room from its home on.
#ifndef URLSIEVE_TEXT_FINGERPRINT_BUCKETS_HPP
#define URLSIEVE_TEXT_FINGERPRINT_BUCKETS_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/text/fingerprint.hpp"

namespace urlsieve {

constexpr std::size_t bucket_size = 4;

// One whose low half is 0 stands for none.
struct bucket_row {
  fingerprint* first = nullptr;  // at a multiple of 64 bytes
  std::size_t homes = 0;         // buckets; each but those of the tail is one
  std::size_t tail = 0;          // buckets behind the last home
  std::ptrdiff_t room = 0;       // how many may be put in before there should be more buckets

  [[nodiscard]] std::size_t home(const fingerprint& entry) const {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::size_t>((static_cast<wide>(entry.high) * homes) >> 64U);
  }
};

constexpr std::size_t bucket_rows = 8;  // by the low bits of a fingerprint

// Puts in those of `all` that are not there yet, in turn, and sets is_new[i] to whether it was so. Stops
// where a row has no more room, soon after that. Returns how many it is through with; of these the ones in
// `left`, in turn, were not put in, as their low half is 0 or the row is full for long from their home on.
// REQUIRES: every row has a home and a tail of one at least.
[[nodiscard]] std::size_t put_in_buckets(std::span<bucket_row, bucket_rows> rows,
                                         std::span<const fingerprint> all, bool* is_new,
                                         std::vector<std::size_t>& left);

}  // namespace urlsieve

#endif
