#include "src/shards/file_names.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>

namespace urlsieve {

std::vector<std::string> names_in(const std::string& directory, std::error_code& failed) {
  namespace fs = std::filesystem;
  std::vector<std::string> names;
  fs::directory_iterator at(directory, failed);
  while (failed == std::errc::interrupted) at = fs::directory_iterator(directory, failed);
  // A loop over a range would throw if reading fails.
  for (const fs::directory_iterator end; !failed && at != end; at.increment(failed))
    names.push_back(at->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<file_id> file_at(const std::string& path) {
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) return std::nullopt;
  struct stat about{};
  const bool has_status = ::fstat(descriptor, &about) == 0;
  ::close(descriptor);
  if (!has_status) return std::nullopt;
  return file_id{about.st_dev, about.st_ino};
}

int move_name(const std::string& from, const std::string& to) {
  const std::optional<file_id> moved = file_at(from);
  if (std::rename(from.c_str(), to.c_str()) == 0) return 0;
  const int failure = errno;
  const bool is_there = failure == ENOENT && moved && file_at(to) == moved;
  return is_there ? 0 : failure;
}

}  // namespace urlsieve
