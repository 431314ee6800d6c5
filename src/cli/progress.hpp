// A line on standard error that says how far a run is, redrawn in place, when that is a terminal.
#ifndef URLSIEVE_CLI_PROGRESS_HPP
#define URLSIEVE_CLI_PROGRESS_HPP

#include <condition_variable>
#include <mutex>
#include <thread>

#include "urlsieve/extract.hpp"

namespace urlsieve::cli {

class progress {
 public:
  // Draws until destroyed if `shown`; the line is removed then.
  progress(const run_monitor& watched, bool shown);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  // Whether standard error is a terminal that can redraw a line.
  [[nodiscard]] static bool possible();

  // Says a line of its own above the progress line.
  void say(std::string_view line);

 private:
  void draw();
  void erase() const;

  const run_monitor& watched_;
  bool shown_;
  std::chrono::steady_clock::time_point begun_;
  std::mutex mutex_;
  std::condition_variable ended_changed_;
  bool ended_ = false;
  bool drawn_ = false;
  std::thread thread_;
};

}  // namespace urlsieve::cli

#endif
