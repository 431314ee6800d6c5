#include "src/input/lists/listed_input.hpp"

#include <string_view>
#include <utility>

#include "src/input/file_time.hpp"
#include "src/input/lists/output_folder.hpp"

namespace urlsieve {

bool listed_input::is_parquet_part() const {
  return !output.empty() && !directory &&
         is_parquet_part_name(std::string_view(path).substr(part_name_begin(path)));
}

std::string listed_input::part_name() const {
  if (directory && path == output) return {};
  if (directory) {
    const std::string folder = path.ends_with('/') ? path : path + '/';
    return folder.substr(part_name_begin(folder + "part"));
  }
  const std::string name = path.substr(part_name_begin(path));
  return is_part_name(name) ? name : path.substr(path.rfind('/') + 1);
}

listed_input named_input(std::string path) {
  listed_input found;
  found.path = std::move(path);
  found.named = true;
  return found;
}

listed_input regular_file(std::string path, const struct stat& about) {
  listed_input found;
  found.path = std::move(path);
  found.size = static_cast<std::uint64_t>(about.st_size);
  found.regular = true;
  found.modified = modified_ns(about);
  found.identity = {about.st_dev, about.st_ino};
  return found;
}

}  // namespace urlsieve
