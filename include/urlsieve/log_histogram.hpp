// A histogram of sizes with two buckets for each power of two. The lower bounds of the buckets are 0, 1, 2,
// 3, 4, 6, 8, 12, 16, 24, 32 ...
#ifndef URLSIEVE_LOG_HISTOGRAM_HPP
#define URLSIEVE_LOG_HISTOGRAM_HPP

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace urlsieve {

class log_histogram {
 public:
  // The last bucket has no upper bound.
  static constexpr std::size_t buckets = 48;

  // Adds `times` to the bucket of `size`.
  void add(std::uint64_t size, std::uint64_t times = 1) { counts_[bucket_of(size)] += times; }
  void add(const log_histogram& other) {
    for (std::size_t i = 0; i < buckets; ++i) counts_[i] += other.counts_[i];
  }
  // Adds `times` to a bucket, for histograms that are read from a file. Requires: bucket < buckets.
  void add_to_bucket(std::size_t bucket, std::uint64_t times) { counts_[bucket] += times; }

  // Returns the index of the bucket that holds `size`.
  [[nodiscard]] static constexpr std::size_t bucket_of(std::uint64_t size) {
    const std::size_t shift = static_cast<std::size_t>(std::bit_width(size | 2U)) - 2;
    return std::min<std::size_t>(2 * shift + static_cast<std::size_t>(size >> shift), buckets - 1);
  }
  // Returns the lower bound of a bucket: the least size in the bucket. Requires: bucket < buckets.
  [[nodiscard]] static constexpr std::uint64_t least_of(std::size_t bucket) {
    return bucket < 2 ? bucket : (std::uint64_t{2} + bucket % 2) << (bucket / 2 - 1);
  }

  [[nodiscard]] const std::array<std::uint64_t, buckets>& counts() const { return counts_; }
  // Calls use(least, times) for each bucket that is not empty, in order. `least` is the lower bound of the
  // bucket.
  template <class Use>
  void each(const Use& use) const {
    for (std::size_t i = 0; i < buckets; ++i)
      if (counts_[i] != 0) use(least_of(i), counts_[i]);
  }

  friend bool operator==(const log_histogram&, const log_histogram&) = default;

 private:
  std::array<std::uint64_t, buckets> counts_{};
};

}  // namespace urlsieve

#endif
