#include "src/pipeline/decoding_ahead.hpp"

#include <cstddef>
#include <functional>
#include <utility>

#include "src/pipeline/stopwatch.hpp"

namespace urlsieve {

// noexcept, because a failure to start a task must end the process: if run() of a task group throws, for lack
// of a thread, the group waits forever for the task.
void decoding_ahead::serve(input_reader& source, unsigned threads) {
  constexpr std::size_t runs_a_thread = 4;
  source.work_ahead(runs_a_thread * threads, [this](std::function<void()> decode) noexcept {
    work_.run([this, decode = std::move(decode)] {
      double seconds = 0;
      {
        const stopwatch timer(seconds);
        decode();
      }
      seconds_.fetch_add(seconds, std::memory_order_relaxed);
    });
  });
}

double decoding_ahead::wait() {
  work_.wait();
  return seconds_.exchange(0);
}

}  // namespace urlsieve
