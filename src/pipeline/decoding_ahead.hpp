// Decodes compressed members and small files ahead of the reader, on idle threads.
#ifndef URLSIEVE_PIPELINE_DECODING_AHEAD_HPP
#define URLSIEVE_PIPELINE_DECODING_AHEAD_HPP

#include <oneapi/tbb/task_group.h>

#include <atomic>

#include "src/pipeline/input_reader.hpp"

namespace urlsieve {

class decoding_ahead {
 public:
  // Starts decoding ahead for `source` on `threads` threads of the calling task arena. Call before the first
  // batch is filled. If a task cannot be started, the process ends. Requires: `source` is not read after the
  // destruction of this object.
  void serve(input_reader& source, unsigned threads);

  // Waits until all started tasks have ended, and returns their seconds of work since the last call.
  [[nodiscard]] double wait();

 private:
  tbb::task_group work_;
  std::atomic<double> seconds_{0};
};

}  // namespace urlsieve

#endif
