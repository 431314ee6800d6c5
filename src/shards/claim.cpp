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
#include <optional>
#include <system_error>

#include "src/shards/durable_file.hpp"
#include "src/shards/temporary_mark.hpp"
#include "src/text/hex.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {
namespace {

namespace fs = std::filesystem;

constexpr int most_tries = 100;            // limit of retries after other processes removed or took the name
constexpr std::size_t longest_name = 180;  // bytes of the output's name in a hidden name, because of NAME_MAX
constexpr std::size_t random_digits = 12;
constexpr std::string_view hidden_prefix = ".urlsieve-";

// The result of an attempt to lock the directory.
enum class outcome : std::uint8_t { held, busy, gone, strange, cannot_lock };

int open_directory(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

// The lock counts only while the path still names the locked directory.
outcome hold(const std::string& path, int descriptor) {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
    return errno == EWOULDBLOCK ? outcome::busy : outcome::cannot_lock;
  struct stat held{};
  struct stat named{};
  if (::fstat(descriptor, &held) != 0 || ::lstat(path.c_str(), &named) != 0) return outcome::gone;
  if (held.st_dev != named.st_dev || held.st_ino != named.st_ino) return outcome::gone;
  return held.st_uid == ::geteuid() ? outcome::held : outcome::strange;
}

error refused(outcome why, const std::string& path, std::string_view what) {
  if (why == outcome::strange) return path_occupied_error(path);
  if (why == outcome::cannot_lock)
    return {error_code::output_exists,
            path + " exists and cannot be locked: remove it if no other run is writing " + std::string(what)};
  return {error_code::output_exists, "another run is writing " + std::string(what)};
}

struct holding {
  int descriptor = -1;
  bool found_leftover = false;
};

// Returns nullopt if the directory disappeared meanwhile, and descriptor -1 if the name has become free.
result<std::optional<holding>> try_to_take(const std::string& path, std::string_view what, mode_t mode) {
  const bool made = ::mkdir(path.c_str(), mode) == 0;
  if (!made && errno != EEXIST)
    return tl::unexpected(system_error(error_code::cannot_open, "create", path, errno));
  holding mine;
  mine.descriptor = open_directory(path);
  if (mine.descriptor < 0) {
    const int failed = errno;
    if (failed == ENOENT) return std::nullopt;
    if (made) ::rmdir(path.c_str());
    if (!made && (failed == ENOTDIR || failed == ELOOP || failed == EACCES))
      return tl::unexpected(path_occupied_error(path));
    return tl::unexpected(system_error(error_code::cannot_open, "open", path, failed));
  }
  const outcome came = hold(path, mine.descriptor);
  // Without support for locks, the creation of the directory is the claim.
  if (made && (came == outcome::held || came == outcome::cannot_lock)) {
    if (result<void> marked = write_mark(path); !marked) {
      ::rmdir(path.c_str());
      ::close(mine.descriptor);
      return tl::unexpected(marked.error());
    }
    return mine;
  }
  int failure = 0;
  const bool left = came == outcome::held && is_leftover(path, failure);
  if (left) remove_marked(path);
  ::close(mine.descriptor);
  if (came == outcome::held && !left && failure != 0)
    return tl::unexpected(system_error(error_code::cannot_open, "look at", path, failure));
  if (came == outcome::held && !left) return tl::unexpected(path_occupied_error(path));
  if (came != outcome::held && came != outcome::gone) return tl::unexpected(refused(came, path, what));
  mine.descriptor = -1;
  mine.found_leftover = left;
  return mine;
}

result<holding> take(const std::string& path, std::string_view what, mode_t mode) {
  bool found_leftover = false;
  for (int tries = 0; tries < most_tries; ++tries) {
    result<std::optional<holding>> tried = try_to_take(path, what, mode);
    if (!tried) return tl::unexpected(tried.error());
    if (!*tried) continue;
    found_leftover = found_leftover || (*tried)->found_leftover;
    if ((*tried)->descriptor < 0) continue;
    (*tried)->found_leftover = found_leftover;
    return **tried;
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

result<claim> claim::at(std::string path, std::string_view what, access who) {
  const result<holding> taken = take(path, what, who == access::this_user ? 0700 : 0777);
  if (!taken) return tl::unexpected(taken.error());
  claim made;
  made.path_ = std::move(path);
  made.descriptor_ = taken->descriptor;
  made.found_leftover_ = taken->found_leftover;
  return made;
}

result<claim> claim::new_directory(const std::string& parent) {
  for (int tries = 0;; ++tries) {
    const std::string path = parent + '/' + std::string(hidden_prefix) + digits();
    result<claim> taken = at(path, path, access::this_user);
    // Another run may hold the directory while it searches for leftovers.
    const bool held = !taken && taken.error().code == error_code::output_exists;
    if (!held || tries >= most_tries) return taken;
  }
}

std::vector<std::string> claim::remove_leftovers_below(const std::string& parent) {
  std::vector<std::string> removed;
  std::error_code failed;
  for (fs::directory_iterator at(parent, failed), end; !failed && at != end; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    if (name.size() == hidden_prefix.size() + random_digits && name.starts_with(hidden_prefix) &&
        remove_if_leftover(at->path().string()))
      removed.push_back(at->path().string());
  }
  std::sort(removed.begin(), removed.end());
  return removed;
}

bool claim::remove_if_leftover(const std::string& path) noexcept {
  const int descriptor = open_directory(path);
  if (descriptor < 0) return false;
  bool left = false;
  int failure = 0;
  try {
    left = hold(path, descriptor) == outcome::held && is_leftover(path, failure);
  } catch (...) {
    // Out of memory: the next run looks again.
  }
  if (left) remove_marked(path);
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

void remove_marked(const std::string& path) noexcept {
  try {
    if (!has_mark(path)) {
      remove_mark(path);  // an incomplete mark of a killed run
      static_cast<void>(write_mark(path));
    }
  } catch (...) {
    // Out of memory: if the removal is interrupted, the next run may not recognize the directory without a
    // mark.
  }
  remove_tree(path);
}

void remove_tree(const std::string& path) noexcept {
  try {
    std::error_code failed;
    // For a symbolic link, only the link is removed.
    if (fs::symlink_status(path, failed).type() == fs::file_type::directory) {
      fs::directory_iterator at(path, failed);
      for (const fs::directory_iterator end; !failed && at != end; at.increment(failed))
        if (at->path().filename() != mark_name) fs::remove_all(at->path(), failed);
    }
    // The mark is removed last, so that the next run recognizes the rest.
    if (!failed) fs::remove_all(path, failed);
  } catch (...) {
    // Out of memory: the hidden directory stays.
  }
}

}  // namespace urlsieve
