#include "src/shards/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "src/shards/durable_file.hpp"
#include "src/shards/enclosing_output.hpp"
#include "src/text/system_error.hpp"
#include "src/transfer/remote_name.hpp"
#include "src/transfer/s3_service.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {
namespace {

namespace fs = std::filesystem;

constexpr auto between_looks = std::chrono::milliseconds(20);

std::string parent_of(const std::string& path) {
  const std::string parent = fs::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

bool is_open_as(int stream, const struct stat& file) {
  struct stat opened{};
  return ::fstat(stream, &opened) == 0 && opened.st_dev == file.st_dev && opened.st_ino == file.st_ino;
}

// Returns the stream of this process that the path names ("/dev/stdout", "/dev/fd/3") or that writes to the
// same file; nullopt if there is none.
std::optional<int> stream_of(const std::string& path, const struct stat& file) {
  const fs::path place(path);
  const fs::path directory = place.parent_path();
  int named = -1;
  if (directory == "/dev/fd" || directory == "/proc/self/fd") {
    const std::string digits = place.filename().string();
    const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), named);
    if (failed == std::errc{} && end == digits.data() + digits.size() && is_open_as(named, file))
      return named;
  }
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    if (is_open_as(stream, file)) return stream;
  return std::nullopt;
}

tl::unexpected<error> write_error(std::string_view verb, const std::string& path, int number) {
  return tl::unexpected(system_error(error_code::cannot_write, verb, path, number));
}

}  // namespace

result<bucket_file> bucket_file::create(const std::string& name, const remote_context& remote) {
  if (!is_s3_name(name))
    return tl::unexpected(error{error_code::usage, without_password(name) +
                                                       " is neither on this machine nor in "
                                                       "S3: write a local file and copy it"});
  result<s3_location> place = s3_location::of(name);
  if (!place) return tl::unexpected(std::move(place.error()));
  if (place->key.empty() || place->key.ends_with('/'))
    return tl::unexpected(error{error_code::usage, name + " is a prefix: name an object to write to"});
  std::string key = std::exchange(place->key, {});
  bucket_file file(s3_objects(remote.access, std::move(*place), remote.stop), std::move(key));
  const result<std::optional<s3_listed>> found = file.objects_.look_at(file.key_);
  if (found) return file;
  error failed = found.error();
  if (failed.code == error_code::cannot_read)
    failed = {error_code::cannot_open, "cannot look at " + name + ": " + failed.message};
  return tl::unexpected(std::move(failed));
}

result<void> bucket_file::publish() const {
  return objects_.put(key_, content_).map([](std::optional<std::string>&&) {});
}

result<output_file> output_file::create(const std::string& path, const std::atomic<bool>* stop,
                                        const remote_context& remote) {
  if (is_remote_name(path) && remote.access)
    return bucket_file::create(path, remote).map([&](bucket_file&& object) {
      output_file file;
      file.path_ = path;
      file.in_bucket_ = std::move(object);
      return file;
    });
  if (is_remote_name(path))
    return tl::unexpected(
        error{error_code::usage,
              without_password(path) + " is not on this machine: write a local file and copy it"});
  output_file file;
  file.path_ = path;
  struct stat found{};
  const bool exists = ::stat(path.c_str(), &found) == 0;
  if (!exists && errno != ENOENT)
    return tl::unexpected(system_error(error_code::cannot_open, "open", path, errno));
  if (!fs::path(path).has_filename() || (exists && S_ISDIR(found.st_mode)))
    return tl::unexpected(error{error_code::usage, path + " is a directory: name a file to write to"});
  const bool is_regular = exists && S_ISREG(found.st_mode);
  if (is_regular && is_open_as(STDIN_FILENO, found))
    return tl::unexpected(
        error{error_code::usage, path + " cannot be written, because it is standard input"});
  const std::optional<int> stream = is_regular ? stream_of(path, found) : std::nullopt;
  result<void> begun;
  if (stream)
    begun = file.share(*stream);
  else if (exists && !is_regular)
    begun = file.open_through(stop);
  else
    begun = check_outside_outputs(path).and_then(
        [&] { return file.begin_beside(exists, found.st_mode & 07777U); });
  if (!begun) return tl::unexpected(begun.error());
  return file;
}

// Writes to a copy of `stream`, which has the same position in the file.
result<void> output_file::share(int stream) {
  stream_ = ::fcntl(stream, F_DUPFD_CLOEXEC, 0);
  if (stream_ < 0) return tl::unexpected(system_error(error_code::cannot_open, "open", path_, errno));
  return {};
}

result<void> output_file::open_through(const std::atomic<bool>* stop) {
  while ((stream_ = ::open(path_.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)) < 0) {
    if (errno != ENXIO && errno != EINTR)
      return tl::unexpected(system_error(error_code::cannot_open, "open", path_, errno));
    if (stop != nullptr && *stop) return tl::unexpected(error{error_code::interrupted, "interrupted"});
    std::this_thread::sleep_for(between_looks);
  }
  ::fcntl(stream_, F_SETFL, ::fcntl(stream_, F_GETFL) & ~O_NONBLOCK);
  return {};
}

result<void> output_file::begin_beside(bool exists, mode_t mode) {
  std::error_code failed;
  if (exists) {
    if (::access(path_.c_str(), W_OK) != 0)
      return tl::unexpected(system_error(error_code::cannot_open, "write to", path_, errno));
    path_ = fs::canonical(path_, failed).string();
    if (failed) return tl::unexpected(system_error(error_code::cannot_open, "open", path_, failed.value()));
  } else if (fs::is_symlink(fs::symlink_status(path_, failed))) {
    return tl::unexpected(error{error_code::cannot_open, path_ + " is a dangling symbolic link"});
  } else {
    result<parent_directories> parents = parent_directories::create(path_);
    if (!parents) return tl::unexpected(std::move(parents.error()));
    parents_ = std::move(*parents);
  }
  const fs::path place(path_);
  const std::string name = hidden_name(place.filename().string(), ".partial");
  result<locked_directory> hidden =
      locked_directory::at((place.parent_path() / name).string(), path_, locked_directory::access::this_user);
  if (!hidden) return tl::unexpected(hidden.error());
  hidden_ = std::move(*hidden);
  content_ = ::open(content_path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (content_ < 0)
    return tl::unexpected(system_error(error_code::cannot_open, "create", content_path(), errno));
  // A private file stays private.
  if (exists && ::fchmod(content_, mode) != 0) return write_error("write", content_path(), errno);
  return {};
}

std::string output_file::content_path() const {
  return hidden_.path() + "/content";
}

result<void> output_file::write(std::string_view bytes) {
  if (in_bucket_) {
    in_bucket_->write(bytes);
    return {};
  }
  const int to = stream_ >= 0 ? stream_ : content_;
  while (!bytes.empty()) {
    const ssize_t written = ::write(to, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return write_error("write", path_, errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

result<void> output_file::close() {
  if (in_bucket_) return {};
  if (stream_ >= 0) {
    if (::close(std::exchange(stream_, -1)) != 0) return write_error("close", path_, errno);
    return {};
  }
  if (::fsync(content_) != 0) return write_error("sync", path_, errno);
  if (::close(std::exchange(content_, -1)) != 0) return write_error("close", path_, errno);
  stage_ = stage::written;
  return {};
}

result<void> output_file::publish() {
  if (in_bucket_) return in_bucket_->publish();
  if (stage_ != stage::written) return {};
  const std::string content = content_path();
  const char* const from = content.c_str();
  if (::renameat2(AT_FDCWD, from, AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) == 0) {
    stage_ = stage::exchanged;
  } else {
    const bool is_new = errno == ENOENT;
    if (!is_new && errno != EINVAL && errno != ENOSYS) return write_error("write", path_, errno);
    if (std::rename(from, path_.c_str()) != 0) return write_error("write", path_, errno);
    stage_ = is_new ? stage::new_in_place : stage::replaced;
  }
  return sync_directory(parent_of(path_));
}

void output_file::settle() noexcept {
  if (in_bucket_) return;
  stage_ = stage::none;
  parents_.keep();
  hidden_.remove();  // with the file that was replaced
}

// Restores the old file.
void output_file::restore_old() noexcept {
  if (stage_ == stage::none) return;
  const std::string content = content_path();
  const char* const from = content.c_str();
  if (stage_ == stage::exchanged) {
    if (::renameat2(AT_FDCWD, from, AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) != 0)
      std::rename(from, path_.c_str());
  } else if (stage_ == stage::new_in_place) {
    ::unlink(path_.c_str());
  }
  stage_ = stage::none;
}

output_file::~output_file() {
  restore_old();
  if (stream_ >= 0) ::close(stream_);
  if (content_ >= 0) ::close(content_);
}

}  // namespace urlsieve
