// What a source will need soon, compressed members and small files, is decoded by threads that have nothing
// to find at the moment.
#ifndef URLSIEVE_PIPELINE_DECODING_AHEAD_HPP
#define URLSIEVE_PIPELINE_DECODING_AHEAD_HPP

#include <oneapi/tbb/task_group.h>

#include <atomic>

#include "src/pipeline/intake.hpp"

namespace urlsieve {

class decoding_ahead {
 public:
  // To be called before the first batch is filled; the source is not to be read after this ends.
  void serve(intake& source, unsigned threads);

  // Ends when nothing that was begun is at work any more; how many seconds of work that was since the last
  // call.
  [[nodiscard]] double wait();

 private:
  tbb::task_group work_;
  std::atomic<double> seconds_{0};
};

}  // namespace urlsieve

#endif
