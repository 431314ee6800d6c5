#include "src/pipeline/shard_input.hpp"

#include <sys/stat.h>

#include <string_view>

#include "src/shards/row_layout.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

std::optional<url_rows> shard_input::rows_of(const std::string& directory, stats& counted) {
  if (directory_ != directory) {
    directory_ = directory;
    rows_ = look_at(directory, counted);
  }
  return rows_;
}

std::optional<url_rows> shard_input::look_at(const std::string& directory, stats& counted) const {
  const auto tell = [&](std::string_view what) { counted.not_read(damage::unreadable, directory, what); };
  const result<stored_manifest> stored = load_manifest(directory);
  if (!stored) {
    tell(stored.error().message);
    return std::nullopt;
  }
  if (const auto fault = fault_of_mark(directory, *stored, mark_))
    counted.damaged_in(damage::incomplete_output, directory, {}, *fault);
  for (const shard_summary& shard : stored->read.shards) {
    const std::string path = directory + '/' + shard.name;
    struct stat found{};
    if (::stat(path.c_str(), &found) != 0)
      tell(path + " is missing");
    else if (!S_ISREG(found.st_mode))
      tell(path + " is no regular file");
  }
  const row_layout layout(stored->read);
  url_rows rows;
  rows.urls_alone = stored->read.rows() == "txt";
  rows.jsonl = stored->read.jsonl;
  rows.first = layout.place(name_of(field::url)).value_or(0);
  rows.columns = stored->read.edges == edge_choice::none ? 1 : 2;
  return rows;
}

}  // namespace urlsieve
