#include "src/input/mail_stores/child_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace urlsieve {
namespace {

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// Opens the three standard streams in the child, and nothing else.
class stream_actions {
 public:
  stream_actions(int input, int output, int errors) {
    ::posix_spawn_file_actions_init(&actions_);
    if (input < 0)
      ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    else
      ::posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    if (errors >= 0) ::posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO);
  }
  ~stream_actions() { ::posix_spawn_file_actions_destroy(&actions_); }
  stream_actions(const stream_actions&) = delete;
  stream_actions& operator=(const stream_actions&) = delete;
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

// Resets signal dispositions and the signal mask, which the child would inherit.
class plain_signals {
 public:
  plain_signals() {
    sigset_t defaults;
    sigset_t none;
    ::sigemptyset(&defaults);
    ::sigemptyset(&none);
    ::sigaddset(&defaults, SIGPIPE);
    ::sigaddset(&defaults, SIGXFSZ);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setsigdefault(&attributes_, &defaults);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  ~plain_signals() { ::posix_spawnattr_destroy(&attributes_); }
  plain_signals(const plain_signals&) = delete;
  plain_signals& operator=(const plain_signals&) = delete;
  [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

}  // namespace

child_process::child_process(const std::vector<std::string>& command,
                             const std::vector<std::string>& environment, int input)
    : name_(command.front()) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    failure_ = std::system_category().message(errno);
    return;
  }
  output_ = ends[0];
  errors_ = ::memfd_create("errors", MFD_CLOEXEC);
  const stream_actions streams(input, ends[1], errors_);
  const plain_signals signals;
  const int failed = ::posix_spawnp(&process_, name_.c_str(), streams.get(), signals.get(),
                                    pointers_to(command).data(), pointers_to(environment).data());
  ::close(ends[1]);
  if (failed == 0) return;
  process_ = -1;
  missing_ = failed == ENOENT;
  failure_ = missing_ ? name_ + " is not installed" : std::system_category().message(failed);
  close_output();
}

child_process::~child_process() {
  close_output();
  if (process_ > 0) ::kill(process_, SIGTERM);
  wait();
  if (errors_ >= 0) ::close(errors_);
}

std::size_t child_process::read(std::span<char> out) {
  while (output_ >= 0) {
    const ssize_t got = ::read(output_, out.data(), out.size());
    if (got > 0) return static_cast<std::size_t>(got);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) failure_ = std::system_category().message(errno);
    finish();
  }
  return 0;
}

void child_process::finish() {
  close_output();
  wait();
}

void child_process::close_output() {
  if (output_ >= 0) ::close(output_);
  output_ = -1;
}

void child_process::wait() {
  if (process_ <= 0) return;
  int status = 0;
  pid_t ended = 0;
  do {
    ended = ::waitpid(process_, &status, 0);
  } while (ended < 0 && errno == EINTR);
  process_ = -1;
  // If SIGCHLD is ignored, waitpid() fails and the exit status is unknown.
  const bool well = ended < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0);
  if (!well && failure_.empty()) failure_ = last_words();
}

// Returns the first line of the child's standard error.
std::string child_process::last_words() const {
  std::array<char, 512> message{};
  const ssize_t got = errors_ < 0 ? 0 : ::pread(errors_, message.data(), message.size(), 0);
  const std::string_view all(message.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  const std::string_view line = all.substr(0, all.find('\n'));
  return line.empty() ? name_ + " failed" : name_ + ": " + std::string(line);
}

}  // namespace urlsieve
