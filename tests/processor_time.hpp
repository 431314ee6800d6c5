// Measures the processor time of a function, independent of other load.
#ifndef URLSIEVE_TESTS_PROCESSOR_TIME_HPP
#define URLSIEVE_TESTS_PROCESSOR_TIME_HPP

#include <ctime>

namespace urlsieve::testing {

// Returns processor seconds of this thread. Tests of linear time must allow a factor of ten or more.
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
