// A child process whose standard output is read. Its standard error is captured for failure(); nothing
// reaches the terminal.
#ifndef URLSIEVE_INPUT_MAIL_STORES_CHILD_PROCESS_HPP
#define URLSIEVE_INPUT_MAIL_STORES_CHILD_PROCESS_HPP

#include <sys/types.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

class child_process {
 public:
  // Runs `command` (the program, found by PATH, and its arguments). `environment`: all variables of the
  // child, "NAME=VALUE". `input`: descriptor for its standard input, which the caller still owns; -1:
  // /dev/null. On failure, failure() says why and read() returns 0.
  child_process(const std::vector<std::string>& command, const std::vector<std::string>& environment,
                int input);
  // Terminates the child if it runs, and waits for its end.
  ~child_process();
  child_process(const child_process&) = delete;
  child_process& operator=(const child_process&) = delete;

  // Reads output into `out` and returns the number of bytes. Returns 0 at the end; failure() is then known.
  [[nodiscard]] std::size_t read(std::span<char> out);

  // Returns the descriptor of the output, as input of another process; -1 at the end. Do not call read()
  // then.
  [[nodiscard]] int output() const { return output_; }
  // Closes the output and waits for the child to end. A child that still writes ends by SIGPIPE.
  void finish();

  // Returns why the process could not run, or exited with an error: the first line of its standard error.
  // Empty: no failure so far.
  [[nodiscard]] const std::string& failure() const { return failure_; }
  // Returns true if the program is not installed.
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
