// A program that is run for what it prints. What it says of its failure is kept; nothing of it reaches the
// terminal.
#ifndef URLSIEVE_INPUT_CHILD_PROCESS_HPP
#define URLSIEVE_INPUT_CHILD_PROCESS_HPP

#include <sys/types.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

class child_process {
 public:
  // Runs `command`, found by PATH, with `environment` instead of this process's own. Its standard input is
  // the descriptor `input`, or nothing where that is -1. Failure: failed() says why, and read() gives
  // nothing.
  child_process(const std::vector<std::string>& command, const std::vector<std::string>& environment,
                int input);
  // Ends it, if it runs.
  ~child_process();
  child_process(const child_process&) = delete;
  child_process& operator=(const child_process&) = delete;

  // What it prints next; 0 at the end, then what it ended with is known.
  [[nodiscard]] std::size_t read(std::span<char> out);

  // The descriptor of what it prints, for another one's input; read() gives nothing then.
  [[nodiscard]] int output() const { return output_; }
  // Waits for its end without reading.
  void finish();

  // Why it could not be run, or did not end well, in its own words; empty: it did, or runs still.
  [[nodiscard]] const std::string& failure() const { return failure_; }
  // It is not installed.
  [[nodiscard]] bool missing() const { return missing_; }

 private:
  void close_output();
  void wait();
  [[nodiscard]] std::string last_words() const;

  std::string name_;
  pid_t process_ = -1;
  int output_ = -1;
  int errors_ = -1;
  bool missing_ = false;
  std::string failure_;
};

}  // namespace urlsieve

#endif
