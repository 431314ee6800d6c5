// Output directories that are remote.
#ifndef URLSIEVE_DATASETS_REMOTE_OUTPUTS_HPP
#define URLSIEVE_DATASETS_REMOTE_OUTPUTS_HPP

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "src/transfer/remote_access.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve {

// Returns the access of a run to remote directories. `monitor`, which may be null, outlives the result.
[[nodiscard]] inline remote_context remote_context_of(const remote_options& options,
                                                      const run_monitor* monitor) {
  return {std::make_shared<remote_access>(options), monitor == nullptr ? nullptr : &monitor->stop};
}

// Returns the directories that are not remote.
[[nodiscard]] inline std::vector<std::string> on_this_machine(const std::vector<std::string>& directories) {
  std::vector<std::string> local;
  std::copy_if(directories.begin(), directories.end(), std::back_inserter(local),
               [](const std::string& directory) { return !is_remote_name(directory); });
  return local;
}

}  // namespace urlsieve

#endif
