#include "src/input/members/stored_window.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "src/input/file_time.hpp"

namespace urlsieve {

stored_window::~stored_window() {
  if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

std::size_t stored_window::read_some(char* to, std::size_t size) {
  if (fetch_ && !ended_) {
    const std::size_t got = fetch_({to, size});
    ended_ = got == 0;
    return got;
  }
  while (!ended_) {
    if (!std::exchange(is_there_, false) && patience_ && stop_ != nullptr && !wait_for_input()) break;
    const ssize_t got = ::read(descriptor_, to, std::min(size, std::size_t{1} << 30));
    if (got > 0) {
      if (patience_ && !first_byte_at_) first_byte_at_ = std::chrono::steady_clock::now();
      const auto size_read = static_cast<std::size_t>(got);
      // A short read at the expected end is the end.
      ended_ = size_read < size && bytes_read() + size_read == expected_;
      return size_read;
    }
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      // The descriptor is non-blocking, or a pipe replaced the file: wait for data.
      if (!wait_for_input()) break;
      continue;
    }
    if (got < 0) failure_ = errno;
    if (got == 0 && ends_early()) {
      if (!std::exchange(repeated_read_, true)) continue;
      failure_ = EIO;
    }
    ended_ = true;
  }
  return 0;
}

// True if a regular file ended before its size says. Files of some file systems have a size but no stored
// blocks; they do not count.
bool stored_window::ends_early() const {
  if (bytes_read() >= expected_) return false;
  struct stat about{};
  const off_t at = ::lseek(descriptor_, 0, SEEK_CUR);
  return at >= 0 && ::fstat(descriptor_, &about) == 0 && S_ISREG(about.st_mode) && about.st_blocks != 0 &&
         at < about.st_size;
}

std::optional<std::string> stored_window::change() const {
  if (!modified_) return std::nullopt;
  struct stat about{};
  if (::fstat(descriptor_, &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
  const auto size = static_cast<std::uint64_t>(about.st_size);
  const bool is_shorter = size < expected_;
  const bool is_other = size != expected_ && modified_ns(about) != *modified_;
  if (!is_shorter && !is_other) return std::nullopt;
  return "its size is now " + std::to_string(size) + " bytes, was " + std::to_string(expected_);
}

// Blocks until data or the end arrives. Returns false if the run was stopped before.
bool stored_window::wait_for_input() {
  constexpr int milliseconds = 100;
  pollfd waiting{descriptor_, POLLIN, 0};
  while (stop_ == nullptr || !*stop_) {
    const int ready = ::poll(&waiting, 1, stop_ != nullptr ? milliseconds : -1);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
  }
  ended_ = true;
  return false;
}

// Input that flows is never paused: total waits since the last pause stay below `patience`.
bool stored_window::pauses() {
  using std::chrono::milliseconds;
  if (ended_) return false;
  if (fetch_) return fetch_waits_();
  if (!patience_ || is_there_) return false;
  milliseconds left{0};
  if (first_byte_at_)
    left = std::chrono::ceil<milliseconds>(*first_byte_at_ + *patience_ - std::chrono::steady_clock::now());
  if (comes_within(std::max(left, milliseconds(0)))) return false;
  first_byte_at_.reset();
  return true;
}

// Waits up to `time`. Returns true for data, and for the end of the input.
bool stored_window::comes_within(std::chrono::milliseconds time) {
  pollfd waiting{descriptor_, POLLIN, 0};
  is_there_ = ::poll(&waiting, 1, static_cast<int>(time.count())) > 0;
  return is_there_;
}

std::optional<stored_file> stored_window::random_access() const {
  if (in_memory_) return stored_file{-1, memory_, 0, memory_.size(), memory_.size()};
  if (fetch_ || expected_ == 0) return std::nullopt;
  const off_t at = ::lseek(descriptor_, 0, SEEK_CUR);
  const auto begin = static_cast<std::uint64_t>(at) - bytes_read();
  if (at < 0 || begin >= expected_) return std::nullopt;
  return stored_file{descriptor_, {}, begin, expected_ - begin, bytes_read()};
}

void stored_window::seek(std::uint64_t position) {
  const off_t at = ::lseek(descriptor_, 0, SEEK_CUR);
  const off_t wanted = at - static_cast<off_t>(bytes_read()) + static_cast<off_t>(position);
  ended_ = at < 0 || ::lseek(descriptor_, wanted, SEEK_SET) < 0;
  if (ended_) failure_ = errno;
  repeated_read_ = false;
  base_ = position;
  begin_ = end_ = 0;
}

bool stored_window::refill() {
  if (ended_) return false;
  if (end_ == capacity_) make_space();
  const std::size_t got = read_some(buffer_.get() + end_, capacity_ - end_);
  end_ += got;
  return got > 0;
}

namespace {

// True if no consumer holds the buffer. The fence orders the reads of former consumers before the next write.
bool has_one_owner(const std::shared_ptr<char[]>& buffer) {
  if (buffer.use_count() != 1) return false;
  std::atomic_thread_fence(std::memory_order_acquire);
  return true;
}

}  // namespace

void stored_window::make_space() {
  const std::size_t unread = end_ - begin_;
  const std::size_t kept_bytes = std::min(begin_, look_back);
  const std::size_t dropped = begin_ - kept_bytes;
  std::size_t capacity = std::max(capacity_, look_back + block);
  // A small file gets a buffer of its size, plus a byte to detect the end.
  if (capacity_ == 0 && expected_ != 0 && expected_ < block)
    capacity = static_cast<std::size_t>(expected_) + 1;
  if (kept_bytes + unread > capacity / 4 * 3) capacity *= 2;
  if (capacity == capacity_ && has_one_owner(buffer_)) {
    std::memmove(buffer_.get(), buffer_.get() + dropped, kept_bytes + unread);
  } else {
    std::shared_ptr<char[]> new_buffer = capacity == capacity_ ? unused_buffer() : nullptr;
    if (!new_buffer) new_buffer.reset(new char[capacity]);
    if (kept_bytes + unread > 0) std::memcpy(new_buffer.get(), buffer_.get() + dropped, kept_bytes + unread);
    if (capacity != capacity_)
      left_.clear();
    else if (left_.size() * capacity_ < most_left)
      left_.push_back(std::move(buffer_));
    buffer_ = std::move(new_buffer);
    capacity_ = capacity;
  }
  base_ += dropped;
  begin_ -= dropped;
  end_ -= dropped;
}

// Returns a spare buffer that no consumer holds any more, or null.
std::shared_ptr<char[]> stored_window::unused_buffer() {
  const auto found = std::find_if(left_.begin(), left_.end(), has_one_owner);
  if (found == left_.end()) return nullptr;
  std::shared_ptr<char[]> unused = std::move(*found);
  left_.erase(found);
  return unused;
}

void stored_window::put_back(std::string_view bytes_before) {
  if (in_memory_) {
    begin_ -= bytes_before.size();
  } else {
    hold_in_front(bytes_before, position() - bytes_before.size());
  }
}

void stored_window::hold_in_front(std::string_view bytes_before, std::uint64_t base) {
  const std::string_view unread = rest();
  const std::size_t capacity = std::max(capacity_, bytes_before.size() + unread.size() + block);
  std::shared_ptr<char[]> new_buffer(new char[capacity]);
  std::copy(bytes_before.begin(), bytes_before.end(), new_buffer.get());
  std::copy(unread.begin(), unread.end(), new_buffer.get() + bytes_before.size());
  base_ = base;
  begin_ = 0;
  end_ = bytes_before.size() + unread.size();
  buffer_ = std::move(new_buffer);
  if (capacity != capacity_) left_.clear();
  capacity_ = capacity;
}

std::size_t stored_window::read_past(std::span<char> out) {
  if (in_memory_) return 0;
  const std::size_t got = out.empty() ? 0 : read_some(out.data(), out.size());
  base_ += end_ + got;
  begin_ = end_ = 0;
  return got;
}

}  // namespace urlsieve
