// A hidden directory that one living process builds something in. Its name is fixed, and the directory is
// locked (flock), so that a second process on the same output is refused at once. A killed process leaves the
// directory unlocked, with the mark of temporary_mark.hpp inside: the next process that takes the name
// removes the directory. Anything without the mark stays, and makes at() fail. One thread at a time may
// use an object.
#ifndef URLSIEVE_SHARDS_LOCKED_DIRECTORY_HPP
#define URLSIEVE_SHARDS_LOCKED_DIRECTORY_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "urlsieve/error.hpp"

namespace urlsieve {

class locked_directory {
 public:
  enum class access : std::uint8_t { as_usual, this_user };  // mode 0777 less the umask, or 0700

  // Creates a directory at `path` with nothing but the mark inside; first removes a directory that a killed
  // run left there. Fails with error_code::output_exists if another process holds the directory, or if
  // anything else has the name. `description` names the output of the other process for the message. Fails
  // with error_code::cannot_open if the directory cannot be created. Requires: the parent directory exists.
  [[nodiscard]] static result<locked_directory> at(std::string path, std::string_view description,
                                                   access permissions = access::as_usual);

  // Creates a directory below `parent` that only this user may enter, under a random name. Fails as at()
  // does.
  [[nodiscard]] static result<locked_directory> new_directory(const std::string& parent);

  // Removes the directories of new_directory() below `parent` that killed runs of this user left. Returns
  // their paths, sorted.
  static std::vector<std::string> remove_leftovers_below(const std::string& parent);

  // Removes the directory at `path` and returns true if a run of this user left the directory and no process
  // holds the lock. Otherwise returns false.
  static bool remove_if_leftover(const std::string& path) noexcept;

  locked_directory() = default;  // owns nothing
  locked_directory(locked_directory&& other) noexcept
      : path_(std::exchange(other.path_, {})),
        descriptor_(std::exchange(other.descriptor_, -1)),
        found_leftover_(other.found_leftover_) {}
  locked_directory& operator=(locked_directory&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(descriptor_, other.descriptor_);
    std::swap(found_leftover_, other.found_leftover_);
    return *this;
  }
  ~locked_directory() { remove(); }

  [[nodiscard]] const std::string& path() const { return path_; }  // empty: nothing is locked

  // Returns true if at() removed the directory of a killed run.
  [[nodiscard]] bool found_leftover() const { return found_leftover_; }

  // Gives up the lock without removing the directory, which has been renamed or replaced.
  void release() noexcept;
  // Removes the directory and gives up the lock.
  void remove() noexcept;

 private:
  std::string path_;
  int descriptor_ = -1;
  bool found_leftover_ = false;
};

// Returns the directory for the temporary directories of a run: `temporary`, or else $TMPDIR, or else /tmp.
[[nodiscard]] std::string scratch_parent(const std::string& temporary);

// Returns ".NAME.suffix", the name of a hidden directory beside the output `name`; shortens long names for
// NAME_MAX.
[[nodiscard]] std::string hidden_name(const std::string& name, std::string_view suffix);

// Removes a file, or a directory with its content. Ignores errors.
void remove_tree(const std::string& path) noexcept;

// Writes a mark (temporary_mark.hpp) into the directory if necessary, then calls remove_tree(). The next run
// recognizes the directory by the mark if the removal is interrupted.
void remove_marked(const std::string& path) noexcept;

}  // namespace urlsieve

#endif
