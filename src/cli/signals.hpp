// SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2 and SIGXCPU ask a run to stop; a second one ends the program at
// once.
#ifndef URLSIEVE_CLI_SIGNALS_HPP
#define URLSIEVE_CLI_SIGNALS_HPP

#include <atomic>

namespace urlsieve::cli {

class signal_watch {
 public:
  // While this lives, a signal sets `stop`, and none that another watch before it has.
  explicit signal_watch(std::atomic<bool>& stop);
  ~signal_watch();
  signal_watch(const signal_watch&) = delete;
  signal_watch& operator=(const signal_watch&) = delete;

  // Ends the program by the signal that was caught, so that a shell sees what happened; returns if there was
  // none.
  static void end_by_signal();

 private:
  std::atomic<bool>* outer_;
};

}  // namespace urlsieve::cli

#endif
