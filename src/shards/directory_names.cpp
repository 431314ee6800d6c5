#include "src/shards/directory_names.hpp"

#include <algorithm>
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

}  // namespace urlsieve
