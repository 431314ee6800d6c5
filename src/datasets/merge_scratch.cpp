#include "src/datasets/merge_scratch.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "src/pipeline/leftover_warning.hpp"
#include "src/shards/durable_file.hpp"

namespace urlsieve {

result<void> merge_scratch::choose(const std::string& temporary, const std::string& building,
                                   const run_monitor* monitor) {
  path_ = building + "/merged";
  if (temporary.empty()) return {};
  const std::vector<std::string> left = claim::remove_leftovers_below(temporary);
  if (monitor != nullptr) warn_of_leftovers(left, *monitor);
  result<claim> claimed = claim::new_directory(temporary);
  if (!claimed) return tl::unexpected(std::move(claimed.error()));
  claimed_ = std::move(*claimed);
  path_ = claimed_.path();
  is_created_ = true;
  return {};
}

result<void> merge_scratch::create() {
  const std::lock_guard lock(mutex_);
  if (is_created_) return {};
  if (::mkdir(path_.c_str(), 0700) != 0)
    return tl::unexpected(system_error(error_code::cannot_open, "create", path_, errno));
  is_created_ = true;
  return {};
}

result<void> merge_scratch::remove() {
  if (!is_created_) return {};
  if (!claimed_.path().empty()) {
    claimed_.remove();
    return {};
  }
  if (::rmdir(path_.c_str()) == 0) return {};
  return tl::unexpected(system_error(error_code::cannot_write, "remove", path_, errno));
}

}  // namespace urlsieve
