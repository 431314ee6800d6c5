// The time that a piece of work takes of a processor, whatever else the machine does.
#ifndef URLSIEVE_TESTS_PROCESSOR_TIME_HPP
#define URLSIEVE_TESTS_PROCESSOR_TIME_HPP

#include <ctime>

namespace urlsieve::testing {

// Seconds of this thread. A test that tells linear from quadratic time leaves a factor of ten or more.
template <class Work>
double processor_seconds(const Work& work) {
  const auto now = [] {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  };
  const double begin = now();
  work();
  return now() - begin;
}

}  // namespace urlsieve::testing

#endif
