// A unit of work that several threads may claim; exactly one does it.
#ifndef URLSIEVE_INPUT_CLAIM_ONCE_HPP
#define URLSIEVE_INPUT_CLAIM_ONCE_HPP

#include <atomic>
#include <cstdint>

namespace urlsieve {

class claim_once {
 public:
  // Lets threads claim the work, whose data must be ready. May be called again for new work. Requires: no
  // thread is doing the earlier work.
  void open() { state_.store(state::open, std::memory_order_release); }

  // Returns true to one caller for each open(). This caller must do the work and then call finish().
  [[nodiscard]] bool claim() {
    state expected = state::open;
    return state_.compare_exchange_strong(expected, state::claimed, std::memory_order_acquire,
                                          std::memory_order_relaxed);
  }
  // Marks the work as done, and wakes the threads in wait().
  void finish() {
    state_.store(state::done, std::memory_order_release);
    state_.notify_all();
  }

  // Returns true after finish(); the results are then visible to the caller.
  [[nodiscard]] bool done() const { return state_.load(std::memory_order_acquire) == state::done; }

  // Blocks until finish(). Requires: the work was claimed.
  void wait() const {
    for (state now = state_.load(std::memory_order_acquire); now != state::done;
         now = state_.load(std::memory_order_acquire))
      state_.wait(now, std::memory_order_acquire);
  }

 private:
  enum class state : std::uint8_t { closed, open, claimed, done };
  std::atomic<state> state_{state::closed};
};

}  // namespace urlsieve

#endif
