// Makes SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2 and SIGXCPU ask a run to stop. A second signal of the same
// kind ends the program at once. Signals that the parent process ignores stay ignored (nohup).
#ifndef URLSIEVE_CLI_SIGNALS_HPP
#define URLSIEVE_CLI_SIGNALS_HPP

#include <atomic>

namespace urlsieve::cli {

class signal_watch {
 public:
  // Until destruction, a signal sets `stop`, and not the flag of an outer watch. The handlers stay installed
  // afterwards: the first signal of a kind then only counts for end_by_signal(). Requires: `stop` outlives
  // the watch, and watches end in reverse order.
  explicit signal_watch(std::atomic<bool>& stop);
  ~signal_watch();
  signal_watch(const signal_watch&) = delete;
  signal_watch& operator=(const signal_watch&) = delete;

  // Ends the program by the caught signal, so that a shell sees the signal; returns if none was caught.
  static void end_by_signal();

 private:
  std::atomic<bool>* outer_;
};

}  // namespace urlsieve::cli

#endif
