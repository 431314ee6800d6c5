#include "src/shards/dataset_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "src/shards/durable_file.hpp"
#include "src/text/system_error.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/remote_name.hpp"
#include "src/transfer/remote_object.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {
namespace {

// Small ranges and few connections, because many shards are read at the same time.
constexpr prefetch_options pace{std::uint64_t{256} << 10U, std::uint64_t{1} << 20U, 2};
constexpr std::size_t most_of_small_file = std::size_t{256} << 20U;

tl::unexpected<error> interrupted() {
  return tl::unexpected(error{error_code::interrupted, "interrupted"});
}

bool is_set(const std::atomic<bool>* stop) {
  return stop != nullptr && *stop;
}

int open_for_reading(const std::string& path) {
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

result<std::optional<std::string>> fetch_whole(const std::string& url, const remote_context& reach) {
  unsigned status = 0;
  result<http_reply> reply = reach.access->fetch(url, most_of_small_file, reach.stop, &status);
  if (reply) return std::optional<std::string>(std::move(reply->body));
  if (status == 404 || status == 410) return std::nullopt;
  if (reply.error().code != error_code::cannot_read) return tl::unexpected(std::move(reply.error()));
  return tl::unexpected(
      error{error_code::cannot_open, "cannot open " + without_password(url) + ": " + reply.error().message});
}

}  // namespace

std::string dataset_path(const std::string& directory, std::string_view name) {
  std::string path = directory;
  if (!is_remote_name(path) || !path.ends_with('/')) path += '/';
  return path.append(name);
}

std::string shard_path(const std::string& directory, const shard_summary& shard) {
  return dataset_path(shard.layer.empty() ? directory : dataset_path(directory, shard.layer), shard.name);
}

dataset_file::dataset_file() = default;

dataset_file::dataset_file(dataset_file&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      remote_(std::move(other.remote_)),
      access_(std::move(other.access_)),
      stop_(other.stop_),
      remote_offset_(other.remote_offset_),
      size_(other.size_) {}

dataset_file::~dataset_file() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

result<dataset_file> dataset_file::open(const std::string& path, const remote_context& reach, reading order) {
  if (reach.access && is_remote_name(path)) return open_remote(path, reach);
  dataset_file file;
  file.path_ = path;
  file.descriptor_ = open_for_reading(path);
  if (file.descriptor_ < 0) return tl::unexpected(system_error(error_code::cannot_read, "open", path, errno));
  struct stat found{};
  if (::fstat(file.descriptor_, &found) != 0)
    return tl::unexpected(system_error(error_code::cannot_read, "look at", path, errno));
  if (!S_ISREG(found.st_mode))
    return tl::unexpected(error{error_code::cannot_read, path + " is not a regular file"});
  ::posix_fadvise(file.descriptor_, 0, 0,
                  order == reading::in_order ? POSIX_FADV_SEQUENTIAL : POSIX_FADV_RANDOM);
  file.size_ = static_cast<std::uint64_t>(found.st_size);
  return file;
}

result<dataset_file> dataset_file::open_remote(const std::string& url, const remote_context& reach) {
  dataset_file file;
  file.path_ = without_password(url);
  file.access_ = reach.access;
  file.stop_ = reach.stop;
  file.remote_ = std::make_unique<remote_object>(reach.access, url, reach.stop, object_version(), pace);
  if (!file.remote_->wait_for_response())
    return tl::unexpected(
        error{error_code::cannot_read, "cannot open " + file.path_ + ": " + file.remote_->failure()->why});
  if (is_set(reach.stop)) return interrupted();
  if (const std::uint64_t size = file.remote_->size(); size != 0) file.size_ = size;
  return file;
}

bool dataset_file::has_random_access() const {
  return !remote_ || remote_->random_access();
}

result<std::size_t> dataset_file::read(std::uint64_t at, std::span<char> out) {
  if (remote_) return read_remote(at, out);
  while (true) {
    const ssize_t got = ::pread(descriptor_, out.data(), out.size(), static_cast<off_t>(at));
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR && errno != EAGAIN)
      return tl::unexpected(system_error(error_code::cannot_read, "read", path_, errno));
  }
}

result<std::size_t> dataset_file::read_remote(std::uint64_t at, std::span<char> out) {
  if (at != remote_offset_ && !remote_->random_access())
    return tl::unexpected(
        error{error_code::cannot_read, "cannot read " + path_ + ": its server gives no ranges"});
  const std::optional<std::size_t> got = remote_->read(at, out);
  if (is_set(stop_)) return interrupted();
  if (!got)
    return tl::unexpected(
        error{error_code::cannot_read, "cannot read " + path_ + ": " + remote_->failure()->why});
  remote_offset_ = at + *got;
  return *got;
}

result<std::optional<std::string>> read_dataset_file(const std::string& path, const remote_context& reach,
                                                     int* failure) {
  if (reach.access && is_remote_name(path)) return fetch_whole(path, reach);
  const auto refuse = [&](error_code code, std::string_view verb, int number) {
    if (failure != nullptr) *failure = number;
    return tl::unexpected(system_error(code, verb, path, number));
  };
  const int descriptor = open_for_reading(path);
  if (descriptor < 0 && errno == ENOENT) {
    if (failure != nullptr) *failure = ENOENT;
    return std::nullopt;
  }
  if (descriptor < 0) return refuse(error_code::cannot_open, "open", errno);
  struct stat found{};
  std::string bytes;
  ssize_t got = ::fstat(descriptor, &found);
  int failed = got != 0 ? errno : 0;
  const bool regular = got == 0 && S_ISREG(found.st_mode);
  bool asked_again = false;
  while (regular && failed == 0) {
    const std::size_t before = bytes.size();
    bytes.resize(before + (std::size_t{1} << 16U));
    got = ::read(descriptor, bytes.data() + before, bytes.size() - before);
    if (got < 0 && errno != EINTR && errno != EAGAIN) failed = errno;
    bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got != 0) continue;
    // If the file ends before its size, the read is repeated once.
    if (bytes.size() >= static_cast<std::size_t>(found.st_size)) break;
    if (std::exchange(asked_again, true)) failed = EIO;
  }
  ::close(descriptor);
  if (failed != 0) return refuse(error_code::cannot_read, "read", failed);
  if (!regular) return tl::unexpected(error{error_code::cannot_read, path + " is not a regular file"});
  return std::optional<std::string>(std::move(bytes));
}

}  // namespace urlsieve
