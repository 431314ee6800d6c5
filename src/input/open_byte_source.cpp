#include "src/input/byte_source.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "src/input/file_time.hpp"
#include "src/input/members/stored_window.hpp"
#include "src/input/stored_source.hpp"
#include "src/text/resource_exhaustion.hpp"
#include "src/transfer/remote_name.hpp"
#include "src/transfer/remote_object.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {
namespace {

// Opens `path` without blocking. wait_for_writer() waits for the writer of a FIFO instead, so that `stop` and
// signals are seen. A failed wait shows when reading.
int open_without_waiting(const std::string& path) {
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

// Blocks until a writer has opened the pipe `descriptor`, or until `stop`.
void wait_for_writer(int descriptor, const std::atomic<bool>* stop) {
  constexpr int poll_interval = 100;  // milliseconds
  pollfd polled{descriptor, POLLIN, 0};
  while (stop == nullptr || !*stop) {
    const int ready = ::poll(&polled, 1, stop != nullptr ? poll_interval : -1);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return;
  }
}

}  // namespace

std::unique_ptr<byte_source> byte_source::open(const std::string& path, stats& counted,
                                               const std::atomic<bool>* stop, read_ahead ahead,
                                               int* exhaustion, std::uint64_t listed_size) {
  const auto refuse = [&](int failure) {
    if (exhaustion != nullptr && is_resource_exhaustion(failure)) {
      *exhaustion = failure;
      return nullptr;
    }
    counted.not_read(damage::unreadable, path, std::system_category().message(failure));
    return nullptr;
  };
  if (ahead.remote && is_remote_name(path)) {
    auto remote = std::make_unique<remote_object>(ahead.remote, path, stop);
    return open_remote(path, std::move(remote), counted, std::move(ahead));
  }
  int descriptor = STDIN_FILENO;
  if (path != "-") {
    descriptor = open_without_waiting(path);
    if (descriptor < 0) return refuse(errno);
  }
  // A file that fits in one read needs no fstat(); reading detects a change.
  if (listed_size != 0 && listed_size < stored_window::block)
    return std::make_unique<stored_source>(descriptor, path, listed_size, stop, input_flow::stored,
                                           std::move(ahead));
  struct stat about{};
  const int failure = ::fstat(descriptor, &about) != 0 ? errno : S_ISDIR(about.st_mode) ? EISDIR : 0;
  if (failure != 0) {
    if (descriptor != STDIN_FILENO) ::close(descriptor);
    return refuse(failure);
  }
  const bool regular = S_ISREG(about.st_mode);
  if (path != "-" && !regular) {
    if (S_ISFIFO(about.st_mode)) wait_for_writer(descriptor, stop);
    ::fcntl(descriptor, F_SETFL, O_RDONLY);  // make reads block
  }
  // A file that fits in one read needs no read-ahead.
  if (regular && about.st_size >= static_cast<off_t>(stored_window::block))
    ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
  auto source = std::make_unique<stored_source>(
      descriptor, path, regular ? static_cast<std::uint64_t>(about.st_size) : 0, stop,
      regular ? input_flow::stored : input_flow::live, std::move(ahead));
  if (regular) source->expect_time(modified_ns(about));
  return source;
}

std::unique_ptr<byte_source> byte_source::open_remote(const std::string& url,
                                                      std::unique_ptr<remote_object> remote, stats& counted,
                                                      read_ahead ahead) {
  if (!remote->wait_for_response()) {
    counted.not_read(remote->failure()->reason, url, remote->failure()->why);
    return nullptr;
  }
  return std::make_unique<stored_source>(std::move(remote), without_password(url), std::move(ahead));
}

std::unique_ptr<byte_source> byte_source::inside(std::unique_ptr<byte_source> packed, std::string_view head,
                                                 std::uint64_t plain, std::vector<offset_mark> marks,
                                                 read_ahead ahead) {
  return std::make_unique<stored_source>(std::move(packed), head, plain, std::move(marks), std::move(ahead));
}

std::unique_ptr<byte_source> byte_source::from_memory(std::string_view bytes, std::string name,
                                                      decoder_limits limits, read_ahead ahead) {
  return std::make_unique<stored_source>(bytes, std::move(name), limits, std::move(ahead));
}

}  // namespace urlsieve
