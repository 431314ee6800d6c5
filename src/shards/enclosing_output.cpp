#include "src/shards/enclosing_output.hpp"

#include <filesystem>
#include <system_error>
#include <vector>

#include "src/shards/dataset_file.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/state_layers.hpp"
#include "src/shards/temporary_mark.hpp"

namespace urlsieve {
namespace {

namespace fs = std::filesystem;

bool is_output(const std::string& directory) {
  const result<std::optional<std::vector<std::string>>> files = listed_files(directory);
  return files && files->has_value();
}

bool is_state(const std::string& directory) {
  const result<std::optional<std::string>> text =
      read_dataset_file(dataset_path(directory, state_file_name), {});
  return text && *text && read_state_file(**text).has_value();
}

// Returns true if `directory` is the folder of a plan, whose tasks write their runs into `entry`.
bool holds_runs(const fs::path& directory, const fs::path& entry) {
  std::error_code failed;
  return entry.filename() == "runs" && (fs::exists(directory / "plan.jsonl", failed) || failed);
}

// Returns the part of `path` that names `directory`; the real path `directory` if no part names it.
std::string spelled_in(const std::string& path, const fs::path& directory) {
  std::error_code failed;
  for (fs::path part = fs::path(path); part.has_relative_path();) {
    part = part.parent_path();
    if (fs::equivalent(part.empty() ? fs::path(".") : part, directory, failed))
      return part.empty() ? directory.string() : part.string();
  }
  return directory.string();
}

}  // namespace

result<void> check_outside_outputs(const std::string& path) {
  std::error_code failed;
  fs::path entry = fs::absolute(path, failed).lexically_normal();
  if (!failed) entry = fs::weakly_canonical(entry.has_filename() ? entry : entry.parent_path(), failed);
  if (failed) return {};
  for (; entry.has_relative_path(); entry = entry.parent_path()) {
    const fs::path directory = entry.parent_path();
    int failure = 0;
    if (has_mark(directory.string(), failure) || failure != 0 || holds_runs(directory, entry)) return {};
    if (is_state(directory.string()))
      return tl::unexpected(
          error{error_code::usage, path + " is in the state " + spelled_in(path, directory)});
    if (is_output(directory.string()))
      return tl::unexpected(error{error_code::usage, path + " is in " + spelled_in(path, directory) +
                                                         ", which is an output directory"});
  }
  return {};
}

}  // namespace urlsieve
