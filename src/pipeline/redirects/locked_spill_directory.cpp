#include "src/pipeline/redirects/locked_spill_directory.hpp"

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "src/shards/locked_directory.hpp"
#include "urlsieve/output_options.hpp"

namespace urlsieve {

namespace fs = std::filesystem;

spill_area::directory_maker locked_spill_directory(std::string place) {
  return [place = std::move(place), locked = std::make_shared<locked_directory>()]() -> result<std::string> {
    result<locked_directory> directory = locked_directory::new_directory(place);
    if (!directory) return tl::unexpected(std::move(directory.error()));
    *locked = std::move(*directory);
    return locked->path() + "/redirects";
  };
}

std::string spill_place(const std::string& given, const std::string& output) {
  if (!given.empty()) return given;
  return output.empty() || output == "-" ? temporary_folder() : folder_of(output);
}

std::string spill_place_of(const output_options& output) {
  return spill_place(output.temporary, output.directory);
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
