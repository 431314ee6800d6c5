#include "src/cli/console.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "src/cli/help/flag_text.hpp"
#include "src/text/encodings/visible.hpp"

namespace urlsieve::cli {

void print_bytes(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void print_message(std::string_view message) {
  print_bytes("urlsieve: " + visible(message) + '\n');
}

void print_input_hint() {
  if (::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1)
    print_message("reading standard input; Ctrl-D ends the input");
}

void print_usage_error(std::string_view message, std::string_view subcommand) {
  print_message(message);
  const std::string argument = subcommand.empty() ? "" : " " + std::string(subcommand);
  print_bytes("Try 'urlsieve" + argument + " --help' for more information.\n");
}

// An error about a file or directory names no flag, so help would not add information.
void print_error(const error& problem, std::string_view subcommand) {
  const std::string message = in_flags(problem.message);
  const bool of_usage = problem.code == error_code::usage || problem.code == error_code::invalid_url;
  if (of_usage && !subcommand.empty() && message != problem.message)
    return print_usage_error(message, subcommand);
  print_message(message);
}

void reserve_standard_streams() {
  // open() returns the lowest free number, so each call opens `stream`: earlier streams are open.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF)
      static_cast<void>(::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

}  // namespace urlsieve::cli
