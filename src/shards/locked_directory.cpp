#include "src/shards/locked_directory.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

#include "src/shards/durable_file.hpp"
#include "src/shards/file_names.hpp"
#include "src/shards/temporary_mark.hpp"
#include "src/text/hex.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/text/system_error.hpp"

namespace urlsieve {
namespace {

namespace fs = std::filesystem;

constexpr int most_tries = 100;            // limit of retries after other processes removed or took the name
constexpr std::size_t longest_name = 180;  // bytes of the output's name in a hidden name, because of NAME_MAX
constexpr std::size_t random_digits = 12;
constexpr std::string_view hidden_prefix = ".urlsieve-";

// The result of an attempt to lock the directory.
enum class lock_outcome : std::uint8_t { locked, busy, gone, strange, cannot_lock };

int open_directory(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

// The lock counts only while the path still names the locked directory.
lock_outcome lock_directory(const std::string& path, int descriptor) {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
    return errno == EWOULDBLOCK ? lock_outcome::busy : lock_outcome::cannot_lock;
  struct stat opened{};
  struct stat named{};
  if (::fstat(descriptor, &opened) != 0 || ::lstat(path.c_str(), &named) != 0) return lock_outcome::gone;
  if (opened.st_dev != named.st_dev || opened.st_ino != named.st_ino) return lock_outcome::gone;
  return opened.st_uid == ::geteuid() ? lock_outcome::locked : lock_outcome::strange;
}

error lock_error(lock_outcome why, const std::string& path, std::string_view output) {
  if (why == lock_outcome::strange) return path_occupied_error(path);
  if (why == lock_outcome::cannot_lock)
    return {
        error_code::output_exists,
        path + " exists and cannot be locked: remove it if no other run is writing " + std::string(output)};
  return {error_code::output_exists, "another run is writing " + std::string(output)};
}

struct directory_lock {
  int descriptor = -1;
  bool found_leftover = false;
};

// Returns nullopt if the directory disappeared meanwhile, and descriptor -1 if the name has become free.
result<std::optional<directory_lock>> try_acquire(const std::string& path, std::string_view output,
                                                  mode_t mode) {
  const bool is_new = ::mkdir(path.c_str(), mode) == 0;
  if (!is_new && errno != EEXIST)
    return tl::unexpected(system_error(error_code::cannot_open, "create", path, errno));
  directory_lock lock;
  lock.descriptor = open_directory(path);
  if (lock.descriptor < 0) {
    const int failed = errno;
    if (failed == ENOENT) return std::nullopt;
    if (is_new) ::rmdir(path.c_str());
    if (!is_new && (failed == ENOTDIR || failed == ELOOP || failed == EACCES))
      return tl::unexpected(path_occupied_error(path));
    return tl::unexpected(system_error(error_code::cannot_open, "open", path, failed));
  }
  const lock_outcome outcome = lock_directory(path, lock.descriptor);
  // Without support for locks, the creation of the directory is the lock.
  if (is_new && (outcome == lock_outcome::locked || outcome == lock_outcome::cannot_lock)) {
    if (result<void> marked = write_mark(path); !marked) {
      ::rmdir(path.c_str());
      ::close(lock.descriptor);
      return tl::unexpected(marked.error());
    }
    return lock;
  }
  int failure = 0;
  const bool is_left = outcome == lock_outcome::locked && is_leftover(path, failure);
  if (is_left) remove_marked(path);
  ::close(lock.descriptor);
  if (outcome == lock_outcome::locked && !is_left && failure != 0)
    return tl::unexpected(system_error(error_code::cannot_open, "look at", path, failure));
  if (outcome == lock_outcome::locked && !is_left) return tl::unexpected(path_occupied_error(path));
  if (outcome != lock_outcome::locked && outcome != lock_outcome::gone)
    return tl::unexpected(lock_error(outcome, path, output));
  lock.descriptor = -1;
  lock.found_leftover = is_left;
  return lock;
}

result<directory_lock> acquire(const std::string& path, std::string_view output, mode_t mode) {
  bool found_leftover = false;
  for (int tries = 0; tries < most_tries; ++tries) {
    result<std::optional<directory_lock>> tried = try_acquire(path, output, mode);
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
  std::string text;
  for (std::uint64_t left = random_seed(), i = 0; i < random_digits; ++i, left >>= 4U)
    text += lower_hex_digits[left & 15U];
  return text;
}

}  // namespace

result<locked_directory> locked_directory::at(std::string path, std::string_view description,
                                              access permissions) {
  const result<directory_lock> lock =
      acquire(path, description, permissions == access::this_user ? 0700 : 0777);
  if (!lock) return tl::unexpected(lock.error());
  locked_directory locked;
  locked.path_ = std::move(path);
  locked.descriptor_ = lock->descriptor;
  locked.found_leftover_ = lock->found_leftover;
  return locked;
}

result<locked_directory> locked_directory::new_directory(const std::string& parent) {
  for (int tries = 0;; ++tries) {
    const std::string path = parent + '/' + std::string(hidden_prefix) + digits();
    result<locked_directory> locked = at(path, path, access::this_user);
    // Another run may hold the directory while it searches for leftovers.
    const bool is_busy = !locked && locked.error().code == error_code::output_exists;
    if (!is_busy || tries >= most_tries) return locked;
  }
}

std::vector<std::string> locked_directory::remove_leftovers_below(const std::string& parent) {
  std::vector<std::string> removed;
  std::error_code failed;
  for (const std::string& name : names_in(parent, failed)) {
    const std::string path = (fs::path(parent) / name).string();
    if (name.size() == hidden_prefix.size() + random_digits && name.starts_with(hidden_prefix) &&
        remove_if_leftover(path))
      removed.push_back(path);
  }
  return removed;
}

bool locked_directory::remove_if_leftover(const std::string& path) noexcept {
  const int descriptor = open_directory(path);
  if (descriptor < 0) return false;
  bool is_left = false;
  int failure = 0;
  try {
    is_left = lock_directory(path, descriptor) == lock_outcome::locked && is_leftover(path, failure);
  } catch (...) {
    // Out of memory: the next run looks again.
  }
  if (is_left) remove_marked(path);
  ::close(descriptor);
  return is_left;
}

void locked_directory::release() noexcept {
  path_.clear();
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

void locked_directory::remove() noexcept {
  if (!path_.empty()) remove_tree(path_);
  release();
}

std::string scratch_parent(const std::string& temporary) {
  if (!temporary.empty()) return temporary;
  const char* const named = std::getenv("TMPDIR");
  return named != nullptr && *named != '\0' ? named : "/tmp";
}

std::string hidden_name(const std::string& name, std::string_view suffix) {
  std::string hidden = '.' + name.substr(0, longest_name);
  if (name.size() > longest_name) hidden += '-' + checksum_of(name);
  return hidden.append(suffix);
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
      for (const std::string& name : names_in(path, failed))
        if (!failed && name != mark_name) fs::remove_all(fs::path(path) / name, failed);
    }
    // The mark is removed last, so that the next run recognizes the rest.
    if (!failed) fs::remove_all(path, failed);
  } catch (...) {
    // Out of memory: the hidden directory stays.
  }
}

}  // namespace urlsieve
