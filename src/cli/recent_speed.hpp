// How fast a number grew over the last seconds, so that what a run did long ago says nothing of what is left.
#ifndef URLSIEVE_CLI_RECENT_SPEED_HPP
#define URLSIEVE_CLI_RECENT_SPEED_HPP

#include <cstdint>
#include <deque>

namespace urlsieve::cli {

class recent_speed {
 public:
  static constexpr double span = 5;  // seconds

  // `seconds` since the run began, not before those of the last call.
  void note(double seconds, std::uint64_t amount) {
    while (noted_.size() > 1 && noted_[1].seconds <= seconds - span) noted_.pop_front();
    noted_.push_back({seconds, amount});
  }

  // Per second; 0 while too little is known, and where nothing moved.
  [[nodiscard]] double per_second() const {
    constexpr double least = 0.15;
    const double time = noted_.empty() ? 0 : noted_.back().seconds - noted_.front().seconds;
    return time < least ? 0 : static_cast<double>(noted_.back().amount - noted_.front().amount) / time;
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
