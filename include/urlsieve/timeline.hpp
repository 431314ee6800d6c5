// The throughput of a run over time, in intervals of equal length. The length doubles when the number of
// intervals reaches the limit, so memory is bounded for any duration.
#ifndef URLSIEVE_TIMELINE_HPP
#define URLSIEVE_TIMELINE_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

namespace urlsieve {

class timeline {
 public:
  static constexpr std::size_t most = 240;        // intervals
  static constexpr std::uint64_t shortest = 100;  // milliseconds

  struct interval {
    std::uint64_t bytes = 0;  // decompressed
    std::uint64_t urls = 0;   // references kept
  };

  // Adds to the interval at `milliseconds` since the start of the run.
  void add(std::uint64_t milliseconds, const interval& more) {
    while (milliseconds / length_ >= most) halve();
    const auto at = static_cast<std::size_t>(milliseconds / length_);
    if (intervals_.size() <= at) intervals_.resize(at + 1);
    intervals_[at].bytes += more.bytes;
    intervals_[at].urls += more.urls;
  }

  [[nodiscard]] std::uint64_t length() const { return length_; }  // milliseconds an interval
  [[nodiscard]] const std::vector<interval>& intervals() const { return intervals_; }

 private:
  void halve() {
    length_ *= 2;
    for (std::size_t i = 0; i < intervals_.size(); ++i) {
      const interval moved = intervals_[i];
      if (i % 2 == 0) {
        intervals_[i / 2] = moved;
      } else {
        intervals_[i / 2].bytes += moved.bytes;
        intervals_[i / 2].urls += moved.urls;
      }
    }
    intervals_.resize((intervals_.size() + 1) / 2);
  }

  std::uint64_t length_ = shortest;
  std::vector<interval> intervals_;
};

}  // namespace urlsieve

#endif
