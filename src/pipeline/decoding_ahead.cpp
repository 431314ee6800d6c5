#include "src/pipeline/decoding_ahead.hpp"

#include <cstddef>
#include <functional>
#include <utility>

#include "src/pipeline/stopwatch.hpp"

namespace urlsieve {

// A group of tasks whose run() throws, as for want of a thread, waits for ever for what it could not begin:
// that ends the process.
void decoding_ahead::serve(intake& source, unsigned threads) {
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
