#include "src/cli/signals.hpp"

#include <array>
#include <csignal>

namespace urlsieve::cli {

namespace {

// Schedulers send SIGUSR1, SIGUSR2 or SIGXCPU before they kill a job.
constexpr std::array<int, 6> watched{SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU};
std::atomic<std::atomic<bool>*> to_stop{nullptr};
volatile std::sig_atomic_t caught = 0;
static_assert(std::atomic<std::atomic<bool>*>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

extern "C" void on_signal(int number) {
  caught = number;
  if (std::atomic<bool>* const stop = to_stop.load()) stop->store(true);
}

}  // namespace

signal_watch::signal_watch(std::atomic<bool>& stop) : outer_(to_stop.exchange(&stop)) {
  struct sigaction action{};
  action.sa_handler = on_signal;
  // A blocking read returns EINTR, and the next signal gets the default action.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int number : watched) {
    struct sigaction before{};
    // Respects nohup.
    if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    ::sigaction(number, &action, nullptr);
  }
}

signal_watch::~signal_watch() {
  to_stop = outer_;
}

void signal_watch::end_by_signal() {
  if (caught == 0) return;
  std::signal(caught, SIG_DFL);
  std::raise(caught);
}

}  // namespace urlsieve::cli
