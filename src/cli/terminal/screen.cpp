#include "src/cli/terminal/screen.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include "src/shards/file_names.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve::cli::screen {

namespace {

// Returns the process group of `process`, from /proc, after the name in parentheses; -1 if the process has
// ended.
pid_t group_of(const std::string& process) {
  std::ifstream file(process + "/stat");
  std::string line;
  std::getline(file, line);
  std::istringstream fields(line.substr(std::min(line.rfind(')') + 1, line.size())));
  std::string state;
  pid_t parent = 0;
  pid_t group = -1;
  fields >> state >> parent >> group;
  return fields ? group : -1;
}

// Skips the shell that waits for this program: its output may be the terminal, but it prints nothing
// meanwhile.
bool job_prints_to(dev_t device) {
  std::error_code failed;
  for (const std::string& name : names_in("/proc", failed)) {
    const std::filesystem::path folder = std::filesystem::path("/proc") / name;
    pid_t process = 0;
    const auto [end, bad] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (bad != std::errc() || end != name.data() + name.size()) continue;
    if (process == ::getpid() || process == ::getppid() || group_of(folder) != ::getpgrp()) continue;
    struct stat about{};
    if (::stat((folder / "fd/1").c_str(), &about) == 0 && S_ISCHR(about.st_mode) && about.st_rdev == device)
      return true;
  }
  return static_cast<bool>(failed);
}

}  // namespace

bool is_terminal() {
  return ::isatty(STDERR_FILENO) == 1;
}

bool can_redraw() {
  const char* const kind = std::getenv("TERM");
  return is_terminal() && kind != nullptr && *kind != '\0' && std::string_view(kind) != "dumb";
}

std::size_t width() {
  constexpr std::size_t default_width = 80;
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0 ? size.ws_col : default_width;
}

bool is_writable() {
  const pid_t foreground = ::tcgetpgrp(STDERR_FILENO);
  if (foreground > 0 && foreground != ::getpgrp()) return false;
  pollfd request{STDERR_FILENO, POLLOUT, 0};
  return ::poll(&request, 1, 0) == 1 && (request.revents & POLLOUT) != 0;
}

bool shows_rows() {
  struct stat rows{};
  struct stat terminal{};
  if (::fstat(STDOUT_FILENO, &rows) != 0 || ::fstat(STDERR_FILENO, &terminal) != 0) return false;
  if (::isatty(STDOUT_FILENO) == 1) return true;
  if (!S_ISFIFO(rows.st_mode) && !S_ISSOCK(rows.st_mode)) return false;
  return job_prints_to(terminal.st_rdev);
}

bool reads_single_keys() {
  termios keys{};
  return ::tcgetattr(STDERR_FILENO, &keys) == 0 && (keys.c_lflag & ICANON) == 0;
}

// Reads the same variables as setlocale(); no other part of the program depends on the locale.
bool has_utf8() {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value != nullptr && *value != '\0')
      return ascii::contains(value, "utf-8") || ascii::contains(value, "utf8");
  }
  return false;
}

}  // namespace urlsieve::cli::screen
