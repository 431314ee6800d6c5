// A hidden file or directory that one living process builds something in. Its name is fixed and it is locked
// (flock), so that a second process on the same output is told at once, and what a killed one left behind is
// recognised by the lock that nobody holds: whoever claims the name next removes it.
#ifndef URLSIEVE_SHARDS_CLAIM_HPP
#define URLSIEVE_SHARDS_CLAIM_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "urlsieve/error.hpp"

namespace urlsieve {

class claim {
 public:
  enum class kind : std::uint8_t { file, directory };

  // Makes an empty new one at `path`. error_code::output_exists while another process holds it; `what` is
  // what that one writes, for the message. cannot_open where something stands there that no run of this user
  // made: it is left alone.
  [[nodiscard]] static result<claim> at(std::string path, kind wanted, std::string_view what);

  // Makes a new directory below `parent` that only this user may enter, under a name that nobody else has:
  // for what many runs put into one place.
  [[nodiscard]] static result<claim> new_directory(const std::string& parent);

  // Removes the directories that new_directory() made below `parent` for runs of this user that were killed;
  // which.
  static std::vector<std::string> remove_left_below(const std::string& parent);

  // Removes the directory at `path` if it is this user's and nobody holds it; whether it did.
  static bool remove_if_left(const std::string& path) noexcept;

  claim() = default;  // of nothing
  claim(claim&& other) noexcept
      : path_(std::exchange(other.path_, {})),
        descriptor_(std::exchange(other.descriptor_, -1)),
        found_leftover_(other.found_leftover_) {}
  claim& operator=(claim&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(descriptor_, other.descriptor_);
    std::swap(found_leftover_, other.found_leftover_);
    return *this;
  }
  ~claim() { remove(); }

  [[nodiscard]] const std::string& path() const { return path_; }  // empty: nothing is claimed
  [[nodiscard]] int descriptor() const { return descriptor_; }     // of the file, open for writing

  // What a killed run had left there is gone.
  [[nodiscard]] bool found_leftover() const { return found_leftover_; }

  // What stands at the path has another name now, or is another's: it is not removed any more.
  void release() noexcept;
  // Removes what stands at the path, and gives up the claim.
  void remove() noexcept;

 private:
  [[nodiscard]] static result<claim> make(std::string path, kind wanted, unsigned mode,
                                          std::string_view what);

  std::string path_;
  int descriptor_ = -1;
  bool found_leftover_ = false;
};

// ".NAME.suffix" for a claim beside an output called `name`, no longer than names may be.
[[nodiscard]] std::string hidden_name(const std::string& name, std::string_view suffix);

// Removes a file or a directory with all that is in it, as far as that can be done.
void remove_tree(const std::string& path) noexcept;

}  // namespace urlsieve

#endif
