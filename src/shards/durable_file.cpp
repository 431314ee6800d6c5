// Bytes are durable after fsync() of the file, and names after fsync() of the directory.
#include "src/shards/durable_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

#include "src/text/system_error.hpp"

namespace urlsieve {

durable_file::~durable_file() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

result<durable_file> durable_file::create(std::string path, unsigned mode) {
  durable_file file;
  file.descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (file.descriptor_ < 0)
    return tl::unexpected(system_error(error_code::cannot_open, "create", path, errno));
  file.path_ = std::move(path);
  return file;
}

result<void> durable_file::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return tl::unexpected(system_error(error_code::cannot_write, "write", path_, errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

void durable_file::begin_sync() noexcept {
  // On file systems without support, fsync() does the work.
  static_cast<void>(::sync_file_range(descriptor_, 0, 0, SYNC_FILE_RANGE_WRITE));
}

result<void> durable_file::close() {
  if (::fsync(descriptor_) != 0)
    return tl::unexpected(system_error(error_code::cannot_write, "sync", path_, errno));
  return close_unsynced();
}

result<void> durable_file::close_unsynced() {
  if (::close(std::exchange(descriptor_, -1)) != 0)
    return tl::unexpected(system_error(error_code::cannot_write, "close", path_, errno));
  return {};
}

result<void> sync_directory(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return tl::unexpected(system_error(error_code::cannot_open, "open", path, errno));
  const int failed = ::fsync(descriptor) != 0 ? errno : 0;
  ::close(descriptor);
  // Some file systems report that they cannot sync a directory; nothing more can be done for their names.
  if (failed != 0 && failed != EINVAL && failed != ENOTSUP)
    return tl::unexpected(system_error(error_code::cannot_write, "sync", path, failed));
  return {};
}

}  // namespace urlsieve
