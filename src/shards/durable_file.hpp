// A new file that is written sequentially and is durable once close() has returned.
#ifndef URLSIEVE_SHARDS_DURABLE_FILE_HPP
#define URLSIEVE_SHARDS_DURABLE_FILE_HPP

#include <string>
#include <string_view>
#include <utility>

#include "urlsieve/error.hpp"

namespace urlsieve {

class durable_file {
 public:
  durable_file() = default;
  durable_file(durable_file&& other) noexcept
      : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}
  durable_file& operator=(durable_file&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~durable_file();  // closes without syncing

  // Creates `path` with `mode` (less the umask). Fails with error_code::cannot_open, also if `path` exists.
  // For all members: error_code::out_of_memory replaces the code if the process or the system lacks
  // resources.
  [[nodiscard]] static result<durable_file> create(std::string path, unsigned mode = 0666);

  // Appends all of `bytes`. Fails with error_code::cannot_write; the file then has an unknown part of
  // `bytes`.
  [[nodiscard]] result<void> write(std::string_view bytes);
  // Starts the write-back of all bytes so far without waiting; close() reports errors.
  void begin_sync() noexcept;
  // Syncs and closes the file. Fails with error_code::cannot_write. sync_directory() makes the name durable.
  [[nodiscard]] result<void> close();
  // Closes without syncing, for files that only this process reads.
  [[nodiscard]] result<void> close_unsynced();

 private:
  std::string path_;
  int descriptor_ = -1;
};

// Syncs a directory, to make the names of its files durable. Fails with error_code::cannot_open or
// cannot_write. Succeeds on file systems that cannot sync directories.
[[nodiscard]] result<void> sync_directory(const std::string& path);

}  // namespace urlsieve

#endif
