// Adds the duration of its scope to a number of seconds.
#ifndef URLSIEVE_PIPELINE_STOPWATCH_HPP
#define URLSIEVE_PIPELINE_STOPWATCH_HPP

#include <chrono>

namespace urlsieve {

class stopwatch {
 public:
  explicit stopwatch(double& seconds) : seconds_(seconds), begun_(std::chrono::steady_clock::now()) {}
  stopwatch(const stopwatch&) = delete;
  stopwatch& operator=(const stopwatch&) = delete;
  ~stopwatch() {
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  }

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace urlsieve

#endif
