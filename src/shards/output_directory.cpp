#include "src/shards/output_directory.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "src/shards/durable_file.hpp"
#include "src/text/fingerprint.hpp"

namespace urlsieve {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 200;  // of the output's name inside a temporary's, which NAME_MAX bounds

std::string temporary_prefix(const std::string& name) {
  return '.' + name.substr(0, longest_name) + ".urlsieve-";
}

std::string join(const std::string& directory, const std::string& name) {
  return directory == "/" ? directory + name : directory + '/' + name;
}

std::string random_digits() {
  std::string digits;
  for (std::uint64_t left = random_seed(), i = 0; i < 12; ++i, left >>= 4U)
    digits += "0123456789abcdef"[left & 15U];
  return digits;
}

// A run locks the directory that it builds, and the lock dies with it.
bool is_locked(const std::string& directory) {
  const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return true;
  const bool locked = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0;
  ::close(descriptor);
  return locked;
}

void remove_tree(const std::string& path) noexcept {
  try {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  } catch (...) {
    // Out of memory: the directory stays behind, hidden.
  }
}

int rename_over(const std::string& from, const std::string& to) {
  return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

// Puts `from` in the place of the directory `to` and the other way round; in one step where the file system
// can.
int exchange(const std::string& from, const std::string& to, const std::string& aside) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  if (const int failed = rename_over(to, aside); failed != 0) return failed;
  if (const int failed = rename_over(from, to); failed != 0) {
    rename_over(aside, to);
    return failed;
  }
  return rename_over(aside, from);
}

}  // namespace

result<output_directory> output_directory::create(const std::string& path, bool force) {
  output_directory made;
  made.force_ = force;
  return made.locate(path)
      .and_then([&made] { return made.check_target(); })
      .and_then([&made] { return made.begin(); })
      .map([&made] { return std::move(made); });
}

result<void> output_directory::locate(const std::string& path) {
  std::error_code failed;
  fs::path named = fs::path(path).lexically_normal();
  if (!named.has_filename()) named = named.parent_path();  // "out/" is "out"
  if (path.empty() || named.empty())
    return tl::unexpected(error{error_code::usage, "the output directory has no name"});
  const bool exists = fs::exists(named, failed);
  if (!exists && fs::is_symlink(fs::symlink_status(named, failed)))
    return tl::unexpected(error{error_code::cannot_open, path + " is a symbolic link to nothing"});
  const fs::path real = exists ? fs::canonical(named, failed)
                               : fs::canonical(named.has_parent_path() ? named.parent_path() : ".", failed);
  if (failed) return tl::unexpected(system_error(error_code::cannot_open, "create", path, failed.value()));
  parent_ = exists ? real.parent_path().string() : real.string();
  name_ = exists ? real.filename().string() : named.filename().string();
  if (name_.empty() || name_ == "." || name_ == "..")
    return tl::unexpected(error{error_code::usage, path + " cannot be an output directory"});
  return {};
}

result<void> output_directory::check_target() const {
  const std::string target = join(parent_, name_);
  struct stat found{};
  if (::lstat(target.c_str(), &found) != 0) {
    if (errno == ENOENT) return {};
    return tl::unexpected(system_error(error_code::cannot_open, "create", target, errno));
  }
  if (!S_ISDIR(found.st_mode))
    return tl::unexpected(error{error_code::output_exists, target + " exists and is no directory"});
  std::error_code failed;
  const bool empty = fs::is_empty(target, failed);
  if (failed) return tl::unexpected(system_error(error_code::cannot_open, "read", target, failed.value()));
  if (!empty && !force_)
    return tl::unexpected(error{error_code::output_exists, target + " exists and is not empty"});
  // These could not be renamed at the end of the run, which is late to say so.
  struct stat above{};
  if (::stat(parent_.c_str(), &above) == 0 && above.st_dev != found.st_dev)
    return tl::unexpected(
        error{error_code::not_supported, target + " is a mount point: name a directory inside it"});
  const fs::path here = fs::current_path(failed);
  const fs::path replaced = target;
  if (!failed &&
      std::mismatch(replaced.begin(), replaced.end(), here.begin(), here.end()).first == replaced.end())
    return tl::unexpected(
        error{error_code::usage, target + " holds the working directory and cannot be replaced"});
  return {};
}

void output_directory::find_leftovers() {
  const std::string prefix = temporary_prefix(name_);
  std::error_code failed;
  for (fs::directory_iterator at(parent_, failed), end; !failed && at != end; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with(prefix) && !is_locked(at->path().string()))
      leftovers_.push_back(at->path().string());
  }
  std::sort(leftovers_.begin(), leftovers_.end());
}

result<void> output_directory::begin() {
  find_leftovers();
  const std::string path = join(parent_, temporary_prefix(name_) + random_digits());
  if (::mkdir(path.c_str(), 0777) != 0)
    return tl::unexpected(system_error(error_code::cannot_open, "create", path, errno));
  building_ = path;
  lock_ = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ < 0) return tl::unexpected(system_error(error_code::cannot_open, "open", path, errno));
  ::flock(lock_, LOCK_EX | LOCK_NB);
  return {};
}

result<void> output_directory::commit(std::string_view manifest) {
  const auto write = [this](const char* name, std::string_view bytes) -> result<void> {
    return durable_file::create(join(building_, name)).and_then([bytes](durable_file&& file) {
      return file.write(bytes).and_then([&file] { return file.close(); });
    });
  };
  return write("manifest.json", manifest)
      .and_then([this] { return sync_directory(building_); })
      .and_then([&write] { return write("_SUCCESS", ""); })
      .and_then([this] { return sync_directory(building_); })
      .and_then([this] { return publish(); })
      .and_then([this] { return sync_directory(parent_); });
}

result<void> output_directory::publish() {
  const std::string target = join(parent_, name_);
  int failed = rename_over(building_, target);
  bool replaced = false;
  if ((failed == ENOTEMPTY || failed == EEXIST) && force_) {
    failed = exchange(building_, target, join(parent_, temporary_prefix(name_) + random_digits()));
    replaced = failed == 0;
  }
  if (failed == ENOTEMPTY || failed == EEXIST)
    return tl::unexpected(error{error_code::output_exists, target + " came into being during the run"});
  if (failed != 0) return tl::unexpected(system_error(error_code::cannot_write, "rename to", target, failed));
  const std::string old = std::exchange(building_, {});
  unlock();
  if (replaced) {
    // The new one must be there for good before the old one goes.
    if (result<void> synced = sync_directory(parent_); !synced) return synced;
    remove_tree(old);
  }
  return {};
}

void output_directory::remove_leftovers() noexcept {
  for (const std::string& one : leftovers_) remove_tree(one);
  leftovers_.clear();
}

void output_directory::abort() noexcept {
  if (!building_.empty()) remove_tree(building_);
  building_.clear();
  unlock();
}

void output_directory::unlock() noexcept {
  if (lock_ >= 0) ::close(std::exchange(lock_, -1));
}

output_directory::output_directory(output_directory&& other) noexcept {
  *this = std::move(other);
}

output_directory& output_directory::operator=(output_directory&& other) noexcept {
  std::swap(parent_, other.parent_);
  std::swap(name_, other.name_);
  std::swap(building_, other.building_);
  std::swap(leftovers_, other.leftovers_);
  std::swap(force_, other.force_);
  std::swap(lock_, other.lock_);
  return *this;
}

output_directory::~output_directory() {
  abort();
}

}  // namespace urlsieve
