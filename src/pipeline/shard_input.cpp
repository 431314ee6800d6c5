#include "src/pipeline/shard_input.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <string_view>
#include <system_error>

#include "src/shards/row_layout.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/shortage.hpp"

namespace urlsieve {

std::optional<url_rows> shard_input::rows_of(const std::string& directory, stats& counted) {
  if (directory_ != directory || shortage_ != 0) {
    directory_ = directory;
    shortage_ = 0;
    stats seen;
    rows_ = look_at(directory, seen);
    if (shortage_ == 0) counted.add(seen);
  }
  return rows_;
}

bool shard_input::is_short(int failure) {
  if (is_shortage(failure)) shortage_ = failure;
  return shortage_ != 0;
}

std::optional<url_rows> shard_input::look_at(const std::string& directory, stats& counted) {
  const auto tell = [&](std::string_view what) { counted.not_read(damage::unreadable, directory, what); };
  int failure = 0;
  const result<stored_manifest> stored = load_manifest(directory, &failure);
  if (is_short(failure)) return std::nullopt;
  if (!stored) {
    tell(stored.error().message);
    return std::nullopt;
  }
  const std::optional<std::string> fault = fault_of_mark(directory, *stored, mark_, &failure);
  if (is_short(failure)) return std::nullopt;
  if (fault) counted.damaged_in(damage::incomplete_output, directory, {}, *fault);
  for (const shard_summary& shard : stored->read.shards) {
    const std::string path = directory + '/' + shard.name;
    struct stat found{};
    failure = ::stat(path.c_str(), &found) != 0 ? errno : 0;
    if (is_short(failure)) return std::nullopt;
    if (failure == ENOENT || failure == ENOTDIR)
      tell(path + " is missing");
    else if (failure != 0)
      tell("cannot look at " + path + ": " + std::system_category().message(failure));
    else if (!S_ISREG(found.st_mode))
      tell(path + " is no regular file");
  }
  const row_layout layout(stored->read);
  url_rows rows;
  rows.urls_alone = stored->read.rows() == "txt";
  rows.jsonl = stored->read.form == row_form::jsonl;
  rows.first = layout.place(name_of(field::url)).value_or(0);
  rows.columns = stored->read.edges == edge_choice::none ? 1 : 2;
  return rows;
}

}  // namespace urlsieve
