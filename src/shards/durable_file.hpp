// A new file that is written from front to back and is on the disk when close() has returned.
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

  // Creates `path`, which must not exist. `mode`: of the file, less the umask.
  [[nodiscard]] static result<durable_file> create(std::string path, unsigned mode = 0666);

  [[nodiscard]] result<void> write(std::string_view bytes);
  // Asks the kernel to write out what it was given so far, and does not wait; close() tells how that went.
  void begin_sync() noexcept;
  [[nodiscard]] result<void> close();
  // Without syncing, for what is read again by this process alone.
  [[nodiscard]] result<void> close_unsynced();

 private:
  std::string path_;
  int descriptor_ = -1;
};

// The error of a system call that just failed on `path`: "cannot write out/x: No space left on device".
[[nodiscard]] error system_error(error_code code, std::string_view verb, std::string_view path, int number);

// Makes the names in a directory durable.
[[nodiscard]] result<void> sync_directory(const std::string& path);

}  // namespace urlsieve

#endif
