#include "src/input/lists/named_paths.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstddef>
#include <system_error>
#include <utility>

#include "src/transfer/remote_name.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {

result<void> find_named(std::span<const std::string> paths) {
  std::string missing;
  std::size_t more = 0;
  for (const std::string& path : paths) {
    struct stat about{};
    if (path == "-" || is_remote_name(path) || ::stat(path.c_str(), &about) == 0) continue;
    const int failure = errno;
    if (failure != ENOENT && failure != ENOTDIR && failure != ELOOP && failure != ENAMETOOLONG) continue;
    if (!missing.empty())
      ++more;
    else
      missing = "cannot find " + path + ": " + std::system_category().message(failure);
  }
  if (missing.empty()) return {};
  if (more != 0) missing += " (and " + std::to_string(more) + " more)";
  return tl::unexpected(error{error_code::no_such_input, std::move(missing)});
}

result<void> find_outputs(std::span<const std::string> paths) {
  for (const std::string& path : paths)
    if (is_remote_name(path) && without_password(path) != path)
      return tl::unexpected(
          error{error_code::usage,
                without_password(path) + " has a password, but output shows the names of directories"});
  if (result<void> found = find_named(paths); !found) return found;
  for (const std::string& path : paths) {
    struct stat about{};
    if (!is_remote_name(path) && ::stat(path.c_str(), &about) == 0 && !S_ISDIR(about.st_mode))
      return tl::unexpected(error{error_code::usage, path + " is not a directory"});
  }
  return {};
}

result<void> find_directories(std::span<const std::string> paths) {
  for (const std::string& path : paths)
    if (is_remote_name(path))
      return tl::unexpected(
          error{error_code::usage, without_password(path) + " is remote: a local directory is needed"});
  return find_outputs(paths);
}

}  // namespace urlsieve
