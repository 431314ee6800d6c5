// Reports the progress of a run on standard error: a line redrawn in place on a terminal, or a line each
// second in a file or pipe.
#ifndef URLSIEVE_CLI_PROGRESS_HPP
#define URLSIEVE_CLI_PROGRESS_HPP

#include <CLI/App.hpp>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "src/cli/progress_line.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve {
struct remote_options;
}

namespace urlsieve::cli {

// Measures the growth of a number over the last seconds, so that estimates ignore the distant past.
class recent_speed {
 public:
  static constexpr double span = 5;  // seconds

  // Adds a sample. `seconds`: since the start of the run, not less than in the last call.
  void note(double seconds, std::uint64_t amount) {
    while (noted_.size() > 1 && noted_[1].seconds <= seconds - span) noted_.pop_front();
    noted_.push_back({seconds, amount});
  }

  // Returns the growth per second; 0 if too little is known, or if nothing grew.
  [[nodiscard]] double per_second() const {
    constexpr double least_seconds = 0.15;
    const double time = noted_.empty() ? 0 : noted_.back().seconds - noted_.front().seconds;
    return time < least_seconds ? 0
                                : static_cast<double>(noted_.back().amount - noted_.front().amount) / time;
  }

 private:
  struct note_of {
    double seconds;
    std::uint64_t amount;
  };
  std::deque<note_of> noted_;
};

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
  // Reports the progress of `monitor` until destruction, which erases a redrawn line. `prints_rows`: the run
  // prints rows to standard output. An explicit `choice` overrides `quiet`. If no thread can be started, the
  // run continues without progress. Requires: `monitor` outlives the object.
  progress(const run_monitor& monitor, task activity, progress_choice choice, bool quiet,
           bool prints_rows = false);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  // True if progress is reported.
  [[nodiscard]] bool is_shown() const { return form_ != form::none; }

  // Prints a line above the progress line, as print_message() does. Thread-safe.
  void print(std::string_view line);

  // Sets the functions of `monitor` and `remote` that print warnings and retried requests above the progress
  // line. Does nothing if `quiet`. Requires: the functions are not called after the destruction of this
  // object.
  void print_events(run_monitor& monitor, remote_options& remote, bool quiet);

 private:
  enum class form : std::uint8_t { none, drawn, lines, objects };

  [[nodiscard]] static form form_for(progress_choice choice, bool quiet, bool prints_rows);
  void report();
  void draw(const run_progress& now);
  void erase();
  [[nodiscard]] run_progress snapshot();

  const run_monitor& monitor_;
  task activity_;
  bool prints_rows_;
  bool is_forced_;
  form form_;
  std::chrono::steady_clock::time_point start_;
  recent_speed stored_speed_;
  recent_speed speed_;
  std::uint64_t work_done_ = 0;  // progress counter at the last snapshot
  int idle_snapshots_ = 0;       // consecutive snapshots without progress
  bool has_checked_rows_ = false;
  bool rows_are_shown_ = false;
  std::string line_;  // line on the terminal; empty: none
  std::mutex mutex_;
  std::condition_variable end_changed_;
  bool is_ended_ = false;
  std::thread thread_;
};

}  // namespace urlsieve::cli

#endif
