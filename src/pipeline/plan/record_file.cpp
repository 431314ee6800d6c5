#include "src/pipeline/plan/record_file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <system_error>

namespace urlsieve {
namespace {

tl::unexpected<error> failed(error_code code, std::string_view did, const std::string& path) {
  return tl::unexpected(
      error{code, std::string(did) + " " + path + ": " + std::system_category().message(errno)});
}

struct opened {
  explicit opened(int number) : descriptor(number) {}
  opened(const opened&) = delete;
  opened& operator=(const opened&) = delete;
  ~opened() {
    if (descriptor >= 0) ::close(descriptor);
  }
  int descriptor;
};

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Under a hidden name beside its own, synced.
result<std::string> write_beside(const std::string& path, std::string_view text) {
  const std::size_t slash = path.rfind('/') + 1;
  std::string hidden = path.substr(0, slash) + "." + path.substr(slash) + "." + unique_word();
  const opened file(::open(hidden.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.descriptor < 0) return failed(error_code::cannot_write, "cannot create", hidden);
  if (!write_all(file.descriptor, text) || ::fsync(file.descriptor) != 0) {
    const tl::unexpected<error> why = failed(error_code::cannot_write, "cannot write", hidden);
    ::unlink(hidden.c_str());
    return why;
  }
  return hidden;
}

}  // namespace

result<std::optional<std::string>> read_record(const std::string& path) {
  const opened file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (file.descriptor < 0) {
    // A file that another machine replaced or removed may be stale on NFS.
    if (errno == ENOENT || errno == ESTALE) return std::nullopt;
    return failed(error_code::cannot_read, "cannot open", path);
  }
  std::string text;
  std::array<char, 65536> room;
  while (true) {
    const ssize_t got = ::read(file.descriptor, room.data(), room.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == ESTALE) return std::nullopt;
    if (got < 0) return failed(error_code::cannot_read, "cannot read", path);
    if (got == 0) return text;
    text.append(room.data(), static_cast<std::size_t>(got));
  }
}

result<void> replace_record(const std::string& path, std::string_view text) {
  const result<std::string> hidden = write_beside(path, text);
  if (!hidden) return tl::unexpected(hidden.error());
  if (::rename(hidden->c_str(), path.c_str()) != 0) {
    const tl::unexpected<error> why = failed(error_code::cannot_write, "cannot rename to", path);
    ::unlink(hidden->c_str());
    return why;
  }
  return sync_names_in(folder_of(path));
}

result<bool> create_record(const std::string& path, std::string_view text) {
  const result<std::string> hidden = write_beside(path, text);
  if (!hidden) return tl::unexpected(hidden.error());
  // link() fails where the name is taken, on NFS as well. Its answer may be lost there: then the file has two
  // names all the same.
  const int failure = ::link(hidden->c_str(), path.c_str()) == 0 ? 0 : errno;
  struct stat about{};
  const bool linked = failure == 0 || (::stat(hidden->c_str(), &about) == 0 && about.st_nlink == 2);
  ::unlink(hidden->c_str());
  if (linked) return true;
  if (failure == EEXIST) return false;
  errno = failure;
  return failed(error_code::cannot_write, "cannot link", path);
}

result<void> sync_names_in(const std::string& directory) {
  const opened file(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.descriptor < 0) return failed(error_code::cannot_write, "cannot open", directory);
  // Some file systems cannot sync a directory, and say so.
  if (::fsync(file.descriptor) != 0 && errno != EINVAL)
    return failed(error_code::cannot_write, "cannot sync", directory);
  return {};
}

result<std::vector<std::string>> names_in(const std::string& directory) {
  std::vector<std::string> names;
  DIR* const listed = ::opendir(directory.c_str());
  if (listed == nullptr) {
    if (errno == ENOENT) return names;
    return failed(error_code::cannot_read, "cannot list", directory);
  }
  while (const dirent* const entry = ::readdir(listed)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  ::closedir(listed);
  std::sort(names.begin(), names.end());
  return names;
}

result<void> make_directory(const std::string& path) {
  struct stat about{};
  if (::mkdir(path.c_str(), 0777) == 0) return {};
  if (errno == EEXIST && ::stat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode)) return {};
  return failed(error_code::cannot_open, "cannot create", path);
}

std::string unique_word() {
  std::uint64_t drawn = 0;
  if (::getrandom(&drawn, sizeof drawn, 0) != static_cast<ssize_t>(sizeof drawn))
    drawn = static_cast<std::uint64_t>(::getpid());
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(drawn));
  return digits.data();
}

}  // namespace urlsieve
