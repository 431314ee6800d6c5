// Measures the growth of a number over the last seconds, so that estimates ignore the distant past.
#ifndef URLSIEVE_CLI_RECENT_SPEED_HPP
#define URLSIEVE_CLI_RECENT_SPEED_HPP

#include <cstdint>
#include <deque>

namespace urlsieve::cli {

class recent_speed {
 public:
  static constexpr double span = 5;  // seconds

  // Adds a sample. `seconds`: since the start of the run, not less than in the last call.
  void note(double seconds, std::uint64_t amount) {
    while (noted_.size() > 1 && noted_[1].seconds <= seconds - span) noted_.pop_front();
    noted_.push_back({seconds, amount});
  }

  // Returns the growth per second; 0 if too little is known, or if nothing grew.
  [[nodiscard]] double per_second() const {
    constexpr double least_seconds = 0.15;
    const double time = noted_.empty() ? 0 : noted_.back().seconds - noted_.front().seconds;
    return time < least_seconds ? 0
                                : static_cast<double>(noted_.back().amount - noted_.front().amount) / time;
  }

 private:
  struct note_of {
    double seconds;
    std::uint64_t amount;
  };
  std::deque<note_of> noted_;
};

}  // namespace urlsieve::cli

#endif
