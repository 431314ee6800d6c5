#include "src/input/stored_window.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace urlsieve {

stored_window::~stored_window() {
  if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

std::size_t stored_window::read_some(char* to, std::size_t size) {
  while (!ended_) {
    if (stop_ != nullptr && !wait_for_input()) break;
    const ssize_t got = ::read(descriptor_, to, std::min(size, std::size_t{1} << 30));
    if (got > 0) return static_cast<std::size_t>(got);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      // Somebody made the descriptor non-blocking; it is waited for all the same.
      pollfd waiting{descriptor_, POLLIN, 0};
      ::poll(&waiting, 1, -1);
      continue;
    }
    if (got < 0) failure_ = errno;
    ended_ = true;
  }
  return 0;
}

// False if the run is to stop before anything came.
bool stored_window::wait_for_input() {
  constexpr int milliseconds = 100;
  pollfd waiting{descriptor_, POLLIN, 0};
  while (!*stop_) {
    const int ready = ::poll(&waiting, 1, milliseconds);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
  }
  ended_ = true;
  return false;
}

bool stored_window::refill() {
  if (ended_) return false;
  const std::size_t unread = end_ - begin_;
  if (buffer_.empty()) buffer_.resize(look_back + block);
  if (end_ == buffer_.size()) {
    const std::size_t kept = std::min(begin_, look_back);
    const std::size_t dropped = begin_ - kept;
    if (dropped == 0) buffer_.resize(2 * buffer_.size());
    std::memmove(buffer_.data(), buffer_.data() + dropped, kept + unread);
    base_ += dropped;
    begin_ -= dropped;
    end_ -= dropped;
  }
  const std::size_t got = read_some(buffer_.data() + end_, buffer_.size() - end_);
  end_ += got;
  return got > 0;
}

std::size_t stored_window::read_past(std::span<char> out) {
  const std::size_t got = out.empty() ? 0 : read_some(out.data(), out.size());
  base_ += end_ + got;
  begin_ = end_ = 0;
  return got;
}

}  // namespace urlsieve
