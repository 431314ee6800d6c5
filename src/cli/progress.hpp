// Reports the progress of a run on standard error: a line redrawn in place on a terminal, or a line each
// second in a file or pipe.
#ifndef URLSIEVE_CLI_PROGRESS_HPP
#define URLSIEVE_CLI_PROGRESS_HPP

#include <CLI/App.hpp>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "src/cli/progress_line.hpp"
#include "src/cli/recent_speed.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve {
struct remote_options;
}

namespace urlsieve::cli {

enum class progress_choice : std::uint8_t {
  automatic,  // a redrawn line, if the terminal shows no rows and the run is not quiet
  on,         // always
  off,
  json  // a JSON object each second
};

// Adds --progress. Without a word after the flag, the value is "on"; see with_progress_word().
CLI::Option* add_progress_flag(CLI::App& app, progress_choice& choice);

// Returns the arguments, with the word "on" inserted after a --progress without a word.
[[nodiscard]] std::vector<std::string> with_progress_word(std::vector<std::string> arguments);

class progress {
 public:
  // Reports the progress of `watched` until destruction, which erases a redrawn line. `prints_rows`: the run
  // prints rows to standard output. An explicit `choice` overrides `quiet`. If no thread can be started, the
  // run continues without progress. Requires: `watched` outlives the object.
  progress(const run_monitor& watched, task doing, progress_choice choice, bool quiet,
           bool prints_rows = false);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  // True if progress is reported.
  [[nodiscard]] bool shown() const { return form_ != form::none; }

  // Prints a line above the progress line, as cli::say() does. Thread-safe.
  void say(std::string_view line);

  // Sets the functions of `monitor` and `remote` that print warnings and retried requests above the progress
  // line. Does nothing if `quiet`. Requires: the functions are not called after the destruction of this
  // object.
  void print_events(run_monitor& monitor, remote_options& remote, bool quiet);

 private:
  enum class form : std::uint8_t { none, drawn, lines, objects };

  [[nodiscard]] static form form_for(progress_choice choice, bool quiet, bool prints_rows);
  void tell();
  void draw(const run_progress& now);
  void erase();
  [[nodiscard]] run_progress look();

  const run_monitor& watched_;
  task doing_;
  bool prints_rows_;
  bool forced_;
  form form_;
  std::chrono::steady_clock::time_point begun_;
  recent_speed stored_speed_;
  recent_speed speed_;
  std::uint64_t moved_to_ = 0;  // progress counter at the last look
  int looks_alike_ = 0;         // consecutive looks without progress
  bool asked_who_looks_ = false;
  bool rows_are_shown_ = false;
  std::string drawn_;  // line on the terminal; empty: none
  std::mutex mutex_;
  std::condition_variable ended_changed_;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace urlsieve::cli

#endif
