#include "src/input/lists/remote_inputs.hpp"

#include <cstdint>
#include <string_view>
#include <utility>

#include "src/input/lists/output_folder.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {

std::optional<listed_input> remote_inputs::find_partition() {
  const std::string& prefix = objects_.prefix();
  const std::size_t begin = prefix.size() < 2 ? 0 : prefix.rfind('/', prefix.size() - 2) + 1;
  if (partition_folder_size(std::string_view(prefix).substr(begin)) == 0) return std::nullopt;
  const std::string above = prefix.substr(0, begin);
  if (!objects_.is_manifest(above + "manifest.json")) return std::nullopt;
  output_ = objects_.origin() + above;
  listed_input found;
  found.path = objects_.origin() + prefix;
  found.output = output_;
  found.directory = true;
  return found;
}

std::optional<listed_input> remote_inputs::next(stats& counted) {
  if (!std::exchange(begun_, true))
    if (std::optional<listed_input> partition = find_partition()) return partition;
  while (std::optional<s3_listed> object = objects_.next()) {
    const std::string& key = object->key;
    const std::string folder = key.substr(0, key.rfind('/') + 1);
    const std::string name = key.substr(folder.size());
    if (name == "_SUCCESS" && objects_.is_manifest(folder + "manifest.json")) continue;
    listed_input found;
    if (name == "manifest.json" && objects_.is_manifest(key)) {
      output_ = objects_.origin() + folder;
      found.path = found.output = output_;
      found.directory = true;
      return found;
    }
    found.path = objects_.origin() + key;
    if (!output_.empty() && found.path.starts_with(output_)) {
      const std::string_view below = std::string_view(found.path).substr(output_.size());
      if (is_partition_filter(below)) continue;
      if (is_part_name(below)) found.output = output_;
    }
    found.size = object->size;
    found.modified = static_cast<std::int64_t>(partition_hash(object->etag));
    found.etag = std::move(object->etag);
    return found;
  }
  if (objects_.failure()) counted.not_read(damage::unreadable, objects_.name(), *objects_.failure());
  return std::nullopt;
}

}  // namespace urlsieve
