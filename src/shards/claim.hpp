// A hidden directory that one living process builds something in. Its name is fixed, and the directory is
// locked (flock), so that a second process on the same output is refused at once. A killed process leaves the
// directory unlocked, with the mark of temporary_mark.hpp inside: whoever claims the name next removes the
// directory. Anything without the mark is in the way, and stays.
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
  enum class access : std::uint8_t { as_usual, this_user };  // mode 0777 less the umask, or 0700

  // Makes a new directory at `path` with nothing but the mark inside. error_code::output_exists if another
  // process holds the directory (`what`, for the message, is the output of that process), or if anything has
  // the name that no run of this user left.
  [[nodiscard]] static result<claim> at(std::string path, std::string_view what,
                                        access who = access::as_usual);

  // Makes a new directory below `parent` that only this user may enter, under a random name.
  [[nodiscard]] static result<claim> new_directory(const std::string& parent);

  // Removes the directories that new_directory() made below `parent` for runs of this user that were killed;
  // which.
  static std::vector<std::string> remove_left_below(const std::string& parent);

  // Removes the directory at `path` if a run of this user left it and nobody holds it; returns true then.
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

  // What a killed run had left there is gone.
  [[nodiscard]] bool found_leftover() const { return found_leftover_; }

  // What stands at the path has another name now, or is another's: it is not removed any more.
  void release() noexcept;
  // Removes what stands at the path, and gives up the claim.
  void remove() noexcept;

 private:
  std::string path_;
  int descriptor_ = -1;
  bool found_leftover_ = false;
};

// ".NAME.suffix" for a claim beside an output called `name`, no longer than names may be.
[[nodiscard]] std::string hidden_name(const std::string& name, std::string_view suffix);

// Removes a file or a directory with all that is in it, as far as that can be done.
void remove_tree(const std::string& path) noexcept;

// The same of a directory that may have no mark (temporary_mark.hpp): it gets one first, so that a removal
// that is cut short leaves a directory that the next run recognises.
void remove_marked(const std::string& path) noexcept;

}  // namespace urlsieve

#endif
