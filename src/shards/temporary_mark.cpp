#include "src/shards/temporary_mark.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "src/shards/durable_file.hpp"
#include "src/shards/file_names.hpp"
#include "src/shards/manifest_reader.hpp"

namespace urlsieve {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic_line = "urlsieve temporary\n";
constexpr std::size_t longest_mark = 512;

std::string mark_in(const std::string& directory) {
  return (directory + '/').append(mark_name);
}

// The front of the mark; nothing if there is not a regular file of that name. `failure` is set to an errno if
// the mark may exist and cannot be read.
std::optional<std::string> mark_prefix(const std::string& directory, int& failure) {
  const int descriptor =
      ::open(mark_in(directory).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) {
    if (errno != ENOENT && errno != ELOOP && errno != ENXIO) failure = errno;
    return std::nullopt;
  }
  struct stat about{};
  std::string front(longest_mark, '\0');
  const bool known = ::fstat(descriptor, &about) == 0;
  if (!known) failure = errno;
  const bool regular = known && S_ISREG(about.st_mode);
  const ssize_t got = regular ? ::read(descriptor, front.data(), front.size()) : -1;
  if (regular && got < 0) failure = errno;
  ::close(descriptor);
  if (got < 0) return std::nullopt;
  front.resize(static_cast<std::size_t>(got));
  return front;
}

// The names in the directory; nothing if they cannot be listed.
std::optional<std::vector<std::string>> list_names(const std::string& directory, int& failure) {
  std::error_code failed;
  std::vector<std::string> names = names_in(directory, failed);
  if (failed) {
    failure = failed.value();
    return std::nullopt;
  }
  return names;
}

bool is_whole_output(const std::string& directory, const std::vector<std::string>& names) {
  const result<std::optional<std::vector<std::string>>> known = listed_files(directory);
  return known && *known && std::all_of(names.begin(), names.end(), [&](const std::string& name) {
           return std::binary_search((*known)->begin(), (*known)->end(), name);
         });
}

}  // namespace

std::string mark_text() {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return std::string(magic_line)
      .append("process ")
      .append(std::to_string(::getpid()))
      .append("\nhost ")
      .append(host.data())
      .append("\n");
}

result<void> write_mark(const std::string& directory) {
  const std::string path = mark_in(directory);
  const result<void> written = durable_file::create(path).and_then(
      [](durable_file&& file) { return file.write(mark_text()).and_then([&] { return file.close(); }); });
  if (!written) ::unlink(path.c_str());
  return written;
}

void remove_mark(const std::string& directory) noexcept {
  ::unlink(mark_in(directory).c_str());
}

bool has_mark(const std::string& directory, int& failure) {
  failure = 0;
  const std::optional<std::string> front = mark_prefix(directory, failure);
  return front && front->starts_with(magic_line);
}

bool has_mark(const std::string& directory) {
  int failure = 0;
  return has_mark(directory, failure);
}

bool is_leftover(const std::string& directory, int& failure) {
  failure = 0;
  const std::optional<std::string> front = mark_prefix(directory, failure);
  if (front && front->starts_with(magic_line)) return true;
  std::optional<std::vector<std::string>> names = list_names(directory, failure);
  if (!names) return false;
  if (front && magic_line.starts_with(*front)) std::erase(*names, mark_name);
  return names->empty() || is_whole_output(directory, *names);
}

error path_occupied_error(const std::string& path) {
  return {error_code::output_exists, path + " is in the way: it was not left by a run of this user"};
}

}  // namespace urlsieve
