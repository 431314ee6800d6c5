#include "src/pipeline/redirects/claimed_runs.hpp"

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "src/shards/claim.hpp"

namespace urlsieve {

namespace fs = std::filesystem;

spill_area::directory_maker claimed_below(std::string place) {
  return [place = std::move(place), claimed = std::make_shared<claim>()]() -> result<std::string> {
    result<claim> directory_claim = claim::new_directory(place);
    if (!directory_claim) return tl::unexpected(std::move(directory_claim.error()));
    *claimed = std::move(*directory_claim);
    return claimed->path() + "/redirects";
  };
}

std::string folder_of(const std::string& path) {
  fs::path named = fs::path(path).lexically_normal();
  if (!named.has_filename()) named = named.parent_path();
  return named.has_parent_path() ? named.parent_path().string() : ".";
}

std::string temporary_folder() {
  std::error_code failed;
  const fs::path folder = fs::temp_directory_path(failed);
  return failed ? "/tmp" : folder.string();
}

}  // namespace urlsieve
