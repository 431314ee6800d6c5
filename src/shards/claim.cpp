#include "src/shards/claim.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "src/shards/durable_file.hpp"
#include "src/text/fingerprint.hpp"
#include "src/text/hex.hpp"

namespace urlsieve {
namespace {

namespace fs = std::filesystem;

constexpr int most_tries = 100;            // each after somebody else took the name away
constexpr std::size_t longest_name = 180;  // of the output's name inside a hidden one, which NAME_MAX bounds
constexpr std::size_t random_digits = 12;
constexpr std::string_view hidden_prefix = ".urlsieve-";

using claim_kind = claim::kind;

// What came of one try to open and lock what stands at a path.
enum class outcome : std::uint8_t { held, busy, gone, strange, cannot_lock };

int open_at(const std::string& path, claim_kind wanted) {
  const int how = wanted == claim_kind::directory ? O_RDONLY | O_DIRECTORY : O_WRONLY | O_NONBLOCK;
  return ::open(path.c_str(), how | O_NOFOLLOW | O_CLOEXEC);
}

// Made by this user, and by no other name (a hard link to another file of his).
bool is_ours(const struct stat& found, claim_kind wanted) {
  if (found.st_uid != ::geteuid()) return false;
  return wanted == claim_kind::directory ? S_ISDIR(found.st_mode)
                                         : S_ISREG(found.st_mode) && found.st_nlink <= 1;
}

// The lock counts only while the path still names what was locked.
outcome hold(const std::string& path, claim_kind wanted, int descriptor) {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
    return errno == EWOULDBLOCK ? outcome::busy : outcome::cannot_lock;
  struct stat held{};
  struct stat named{};
  if (::fstat(descriptor, &held) != 0 || ::lstat(path.c_str(), &named) != 0) return outcome::gone;
  if (held.st_dev != named.st_dev || held.st_ino != named.st_ino) return outcome::gone;
  return is_ours(held, wanted) ? outcome::held : outcome::strange;
}

tl::unexpected<error> in_the_way(const std::string& path) {
  return tl::unexpected(
      error{error_code::cannot_open, path + " is in the way: it is nothing that a run of this user left"});
}

tl::unexpected<error> refused(outcome why, const std::string& path, std::string_view what) {
  if (why == outcome::strange) return in_the_way(path);
  if (why == outcome::cannot_lock)
    return tl::unexpected(error{
        error_code::output_exists,
        path + " is there and cannot be locked: remove it if no other run is writing " + std::string(what)});
  return tl::unexpected(error{error_code::output_exists, "another run is writing " + std::string(what)});
}

// A new one at the path; errno otherwise.
int make(const std::string& path, claim_kind wanted, mode_t mode) {
  if (wanted == claim_kind::directory) return ::mkdir(path.c_str(), mode) == 0 ? 0 : errno;
  const int made = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  if (made < 0) return errno;
  ::close(made);
  return 0;
}

struct holding {
  int descriptor = -1;
  bool found_leftover = false;
};

result<holding> take(const std::string& path, std::string_view what, claim_kind wanted, mode_t mode) {
  holding mine;
  for (int tries = 0; tries < most_tries; ++tries) {
    const int made = make(path, wanted, mode);
    if (made != 0 && made != EEXIST)
      return tl::unexpected(system_error(error_code::cannot_open, "create", path, made));
    const int descriptor = open_at(path, wanted);
    if (descriptor < 0 && errno == ENOENT) continue;
    if (descriptor < 0) return in_the_way(path);
    const outcome came = hold(path, wanted, descriptor);
    // Where locks are not to be had, a name that is new is claim enough.
    if (made == 0 && (came == outcome::held || came == outcome::cannot_lock)) {
      mine.descriptor = descriptor;
      return mine;
    }
    if (came == outcome::held) {
      remove_tree(path);
      mine.found_leftover = true;
    }
    ::close(descriptor);
    if (came != outcome::held && came != outcome::gone) return refused(came, path, what);
  }
  return tl::unexpected(system_error(error_code::cannot_open, "create", path, EEXIST));
}

std::string digits() {
  std::string made;
  for (std::uint64_t left = random_seed(), i = 0; i < random_digits; ++i, left >>= 4U)
    made += lower_hex_digits[left & 15U];
  return made;
}

}  // namespace

result<claim> claim::make(std::string path, claim_kind wanted, unsigned mode, std::string_view what) {
  const result<holding> taken = take(path, what, wanted, static_cast<mode_t>(mode));
  if (!taken) return tl::unexpected(taken.error());
  claim made;
  made.path_ = std::move(path);
  made.descriptor_ = taken->descriptor;
  made.found_leftover_ = taken->found_leftover;
  return made;
}

result<claim> claim::at(std::string path, claim_kind wanted, std::string_view what) {
  return make(std::move(path), wanted, wanted == claim_kind::directory ? 0777 : 0666, what);
}

result<claim> claim::new_directory(const std::string& parent) {
  for (int tries = 0;; ++tries) {
    const std::string path = parent + '/' + std::string(hidden_prefix) + digits();
    result<claim> taken = make(path, claim_kind::directory, 0700, path);
    // Another run may look for leftovers at the very moment.
    const bool held = !taken && taken.error().code == error_code::output_exists;
    if (!held || tries >= most_tries) return taken;
  }
}

std::vector<std::string> claim::remove_left_below(const std::string& parent) {
  std::vector<std::string> removed;
  std::error_code failed;
  for (fs::directory_iterator at(parent, failed), end; !failed && at != end; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    if (name.size() == hidden_prefix.size() + random_digits && name.starts_with(hidden_prefix) &&
        remove_if_left(at->path().string()))
      removed.push_back(at->path().string());
  }
  std::sort(removed.begin(), removed.end());
  return removed;
}

bool claim::remove_if_left(const std::string& path) noexcept {
  const int descriptor = open_at(path, claim_kind::directory);
  if (descriptor < 0) return false;
  const bool left = hold(path, claim_kind::directory, descriptor) == outcome::held;
  if (left) remove_tree(path);
  ::close(descriptor);
  return left;
}

void claim::release() noexcept {
  path_.clear();
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

void claim::remove() noexcept {
  if (!path_.empty()) remove_tree(path_);
  release();
}

std::string hidden_name(const std::string& name, std::string_view suffix) {
  std::string made = '.' + name.substr(0, longest_name);
  if (name.size() > longest_name) made += '-' + checksum_of(name);
  return made.append(suffix);
}

void remove_tree(const std::string& path) noexcept {
  try {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  } catch (...) {
    // Out of memory: it stays behind, hidden.
  }
}

}  // namespace urlsieve
