// A piece of work that several threads may come to and one does.
#ifndef URLSIEVE_INPUT_CLAIM_ONCE_HPP
#define URLSIEVE_INPUT_CLAIM_ONCE_HPP

#include <atomic>
#include <cstdint>

namespace urlsieve {

class claim_once {
 public:
  // Lets the work be claimed; what it needs must be there by now. REQUIRES: nobody is at it.
  void open() { state_.store(state::open, std::memory_order_release); }

  // True for one caller, who then does the work, alone, and says that it is done.
  [[nodiscard]] bool claim() {
    state expected = state::open;
    return state_.compare_exchange_strong(expected, state::claimed, std::memory_order_acquire,
                                          std::memory_order_relaxed);
  }
  void finish() {
    state_.store(state::done, std::memory_order_release);
    state_.notify_all();
  }

  [[nodiscard]] bool done() const { return state_.load(std::memory_order_acquire) == state::done; }

  // REQUIRES: it was claimed.
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
