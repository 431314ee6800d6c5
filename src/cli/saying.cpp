#include "src/cli/saying.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "src/cli/flag_words.hpp"
#include "src/text/encodings/visible.hpp"

namespace urlsieve::cli {

void say_bytes(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void say(std::string_view message) {
  say_bytes("urlsieve: " + visible(message) + '\n');
}

void say_if_typed() {
  if (::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1)
    say("reading standard input; Ctrl-D ends the input");
}

void say_usage_error(std::string_view message, std::string_view subcommand) {
  say(message);
  const std::string named = subcommand.empty() ? "" : " " + std::string(subcommand);
  say_bytes("Try 'urlsieve" + named + " --help' for more information.\n");
}

// An error about a file or directory names no flag, so help would not add information.
void say(const error& what, std::string_view subcommand) {
  const std::string said = in_flags(what.message);
  const bool of_usage = what.code == error_code::usage || what.code == error_code::invalid_url;
  if (of_usage && !subcommand.empty() && said != what.message) return say_usage_error(said, subcommand);
  say(said);
}

void keep_standard_streams_apart() {
  // open() returns the lowest free number, so each call opens `stream`: earlier streams are open.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF)
      static_cast<void>(::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

}  // namespace urlsieve::cli
