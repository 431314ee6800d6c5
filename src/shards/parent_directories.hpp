// The missing parent directories of an output, created as by `mkdir -p`. Directories below which nothing was
// published do not stay.
#ifndef URLSIEVE_SHARDS_PARENT_DIRECTORIES_HPP
#define URLSIEVE_SHARDS_PARENT_DIRECTORIES_HPP

#include <string>
#include <utility>
#include <vector>

#include "urlsieve/error.hpp"

namespace urlsieve {

// The outputs of a process may share new directories: the first output that publishes keeps them, and the
// last output that fails removes them. Thread-safe.
class parent_directories {
 public:
  // Creates the missing parent directories of the file or directory `path`; none for a URL. Fails with
  // error_code::cannot_open; then no new directory stays.
  [[nodiscard]] static result<parent_directories> create(const std::string& path);

  parent_directories() = default;  // no directories
  parent_directories(parent_directories&& other) noexcept : pending_(std::exchange(other.pending_, {})) {}
  parent_directories& operator=(parent_directories&& other) noexcept {
    std::swap(pending_, other.pending_);
    return *this;
  }
  // Removes the directories that hold nothing, unless keep() was called for an output below them.
  ~parent_directories();

  // Makes the directories permanent, because an output below them was published.
  void keep() noexcept;

 private:
  [[nodiscard]] result<void> create_missing(const std::string& parent);

  // Absolute paths of parents that this process created and that hold no published output; the outermost
  // first.
  std::vector<std::string> pending_;
};

}  // namespace urlsieve

#endif
