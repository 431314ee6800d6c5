#include "src/cluster/record_file.hpp"

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
#include <utility>

#include "src/shards/durable_file.hpp"
#include "src/shards/file_names.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t digits_of_word = 16;

tl::unexpected<error> failed(error_code code, std::string_view did, const std::string& path) {
  return tl::unexpected(
      error{code, std::string(did) + " " + path + ": " + std::system_category().message(errno)});
}

tl::unexpected<error> no_file(const std::string& path) {
  return tl::unexpected(error{error_code::cannot_open, path + " is in the way: it is not a regular file"});
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

// Writes a synced file under a hidden name in the same directory, and returns the hidden name.
result<std::string> write_beside(const std::string& path, std::string_view text,
                                 record_access who = record_access::as_usual) {
  const std::size_t slash = path.rfind('/') + 1;
  std::string hidden = path.substr(0, slash) + "." + path.substr(slash) + "." + unique_word();
  result<durable_file> file = durable_file::create(hidden, who == record_access::this_user ? 0600 : 0666);
  if (!file) return tl::unexpected(std::move(file.error()));
  if (result<void> written = file->write(text).and_then([&] { return file->close(); }); !written) {
    ::unlink(hidden.c_str());
    return tl::unexpected(std::move(written.error()));
  }
  return hidden;
}

// Reads a file; nullopt if another machine has replaced or removed the file, which NFS may report as ESTALE.
result<std::optional<std::string>> read_all(int descriptor, const std::string& path) {
  std::string text;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == ESTALE) return std::nullopt;
    if (got < 0) return failed(error_code::cannot_read, "cannot read", path);
    if (got == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace

result<std::optional<std::string>> read_record(const std::string& path) {
  result<std::optional<dated_record>> read = read_dated_record(path);
  if (!read) return tl::unexpected(std::move(read.error()));
  if (!*read) return std::nullopt;
  return std::move((*read)->text);
}

result<std::optional<dated_record>> read_dated_record(const std::string& path) {
  const opened file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK));
  if (file.descriptor < 0) {
    if (errno == ENOENT || errno == ESTALE) return std::nullopt;
    if (errno == ELOOP) return no_file(path);
    return failed(error_code::cannot_read, "cannot open", path);
  }
  struct stat about{};
  if (::fstat(file.descriptor, &about) != 0) {
    if (errno == ESTALE) return std::nullopt;
    return failed(error_code::cannot_read, "cannot look at", path);
  }
  if (!S_ISREG(about.st_mode)) return no_file(path);
  result<std::optional<std::string>> text = read_all(file.descriptor, path);
  if (!text) return tl::unexpected(std::move(text.error()));
  if (!*text) return std::nullopt;
  if ((*text)->size() < static_cast<std::size_t>(about.st_size))
    return tl::unexpected(error{error_code::cannot_read, "cannot read " + path + ": the file is truncated"});
  return dated_record{**std::move(text), about.st_mtim.tv_sec};
}

result<void> move_record(const std::string& from, const std::string& to) {
  if (const int failure = move_name(from, to); failure != 0) {
    errno = failure;
    return failed(error_code::cannot_write, "cannot rename to", to);
  }
  return {};
}

result<void> replace_record(const std::string& path, std::string_view text, record_access access) {
  const result<std::string> hidden = write_beside(path, text, access);
  if (!hidden) return tl::unexpected(hidden.error());
  if (result<void> moved = move_record(*hidden, path); !moved) {
    ::unlink(hidden->c_str());
    return moved;
  }
  return sync_names_in(folder_of(path));
}

result<bool> create_record(const std::string& path, std::string_view text) {
  const result<std::string> hidden = write_beside(path, text);
  if (!hidden) return tl::unexpected(hidden.error());
  // link() fails if the name is taken, on NFS, too. NFS may lose the reply of a successful link(): then both
  // names refer to the same file.
  const std::optional<file_id> hidden_id = file_at(*hidden);
  const int failure = ::link(hidden->c_str(), path.c_str()) == 0 ? 0 : errno;
  const bool linked = failure == 0 || (hidden_id && file_at(path) == hidden_id);
  ::unlink(hidden->c_str());
  if (linked) return true;
  if (failure == EEXIST) return false;
  errno = failure;
  return failed(error_code::cannot_write, "cannot link", path);
}

result<void> sync_names_in(const std::string& directory) {
  const opened file(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.descriptor < 0) return failed(error_code::cannot_write, "cannot open", directory);
  // Some file systems report that they cannot sync a directory.
  if (::fsync(file.descriptor) != 0 && errno != EINVAL && errno != ENOTSUP)
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
  errno = 0;
  while (const dirent* const entry = ::readdir(listed)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
    errno = 0;
  }
  const int failure = errno;
  ::closedir(listed);
  errno = failure;
  if (failure != 0) return failed(error_code::cannot_read, "cannot list", directory);
  std::sort(names.begin(), names.end());
  return names;
}

result<void> make_directory(const std::string& path) {
  if (::mkdir(path.c_str(), 0777) == 0) return {};
  if (errno == EEXIST && is_directory(path)) return {};
  return failed(error_code::cannot_open, "cannot create", path);
}

bool is_directory(const std::string& path) {
  struct stat about{};
  return ::lstat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode);
}

bool name_exists(const std::string& path) {
  struct stat about{};
  return ::lstat(path.c_str(), &about) == 0;
}

result<bool> holds_only_files(const std::string& directory) {
  struct stat about{};
  const auto is = [&](const std::string& path, mode_t wanted) -> result<bool> {
    if (::lstat(path.c_str(), &about) == 0) return (about.st_mode & S_IFMT) == wanted;
    if (errno == ENOENT || errno == ENOTDIR) return false;
    return failed(error_code::cannot_read, "cannot look at", path);
  };
  if (result<bool> exists = is(directory, S_IFDIR); !exists || !*exists) return exists;
  const result<std::vector<std::string>> names = names_in(directory);
  if (!names) return tl::unexpected(names.error());
  for (const std::string& name : *names)
    if (result<bool> regular = is(directory + "/" + name, S_IFREG); !regular || !*regular) return regular;
  return true;
}

bool is_temporary_record(std::string_view name) {
  if (!name.starts_with('.') || name.size() < digits_of_word + 2 ||
      name[name.size() - digits_of_word - 1] != '.')
    return false;
  return is_unique_word(name.substr(name.size() - digits_of_word));
}

bool is_unique_word(std::string_view text) {
  return text.size() == digits_of_word &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
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
