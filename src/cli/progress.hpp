// Tells on standard error how far a run is: a line redrawn in place, or a line each second for a file or a
// program.
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

namespace urlsieve::cli {

enum class progress_choice : std::uint8_t {
  automatic,  // a line on a terminal that shows nothing else
  on,         // always
  off,
  json  // an object each second
};

// --progress. Where no word follows it, it means "on": with_progress_word().
CLI::Option* add_progress_flag(CLI::App& app, progress_choice& choice);

// The arguments, with the word "on" behind a --progress that is followed by none.
[[nodiscard]] std::vector<std::string> with_progress_word(std::vector<std::string> arguments);

class progress {
 public:
  // Tells of `watched` until destroyed; a line that was drawn is removed then. `prints_rows`: the run does,
  // to standard output. `quiet` is overruled by a choice that was made.
  progress(const run_monitor& watched, task doing, progress_choice choice, bool quiet,
           bool prints_rows = false);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  // Whether anything is told.
  [[nodiscard]] bool shown() const { return form_ != form::none; }

  // Says a line of its own above the progress line.
  void say(std::string_view line);

  // Prints warnings of `monitor` and retried requests of `remote` above the progress line while this object
  // lives. Does nothing if `quiet`.
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
  std::uint64_t moved_to_ = 0;  // what was done when it was looked at last
  int looks_alike_ = 0;         // and for how many looks nothing had moved
  bool asked_who_looks_ = false;
  bool rows_are_shown_ = false;
  std::string drawn_;  // what stands in the terminal; empty: nothing
  std::mutex mutex_;
  std::condition_variable ended_changed_;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace urlsieve::cli

#endif
