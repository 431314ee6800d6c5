#include "src/pipeline/shard_input.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <map>
#include <string_view>
#include <system_error>

#include "src/input/lists/remote_listing.hpp"
#include "src/shards/row_layout.hpp"
#include "src/text/resource_exhaustion.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

std::optional<url_rows> shard_input::rows_of(const std::string& directory, stats& counted) {
  if (directory_ != directory || exhaustion_ != 0) {
    directory_ = directory;
    exhaustion_ = 0;
    stats seen;
    rows_ = look_at(directory, seen);
    if (exhaustion_ == 0) counted.add(seen);
  }
  return rows_;
}

bool shard_input::is_short(int failure) {
  if (is_resource_exhaustion(failure)) exhaustion_ = failure;
  return exhaustion_ != 0;
}

std::optional<url_rows> shard_input::look_at(const std::string& directory, stats& counted) {
  described_.reset();
  resized_.clear();
  int failure = 0;
  result<stored_manifest> stored = load_manifest(directory, &failure, remote_);
  if (is_short(failure)) return std::nullopt;
  if (!stored) {
    counted.not_read(damage::unreadable, directory, stored.error().message);
    return std::nullopt;
  }
  const std::optional<std::string> fault = check_mark(directory, *stored, mark_, &failure, remote_);
  if (is_short(failure)) return std::nullopt;
  if (fault) counted.damaged_in(damage::incomplete_output, directory, {}, *fault);
  described_ = std::make_shared<const manifest>(std::move(stored->read));
  is_remote_name(directory) ? look_for_objects(directory, counted) : look_for_parts(directory, counted);
  if (exhaustion_ != 0) return std::nullopt;
  const manifest& of = *described_;
  const row_layout layout(of);
  url_rows rows;
  rows.urls_alone = of.rows() == "txt";
  rows.jsonl = of.form == row_form::jsonl;
  rows.is_parquet = of.form == row_form::parquet;
  rows.first = layout.place(name_of(field::url)).value_or(0);
  rows.columns = of.edges == edge_choice::none ? 1 : 2;
  return rows;
}

void shard_input::look_for_parts(const std::string& directory, stats& counted) {
  const auto report = [&](std::string_view detail) {
    counted.not_read(damage::unreadable, directory, detail);
  };
  for (const shard_summary& shard : described_->shards) {
    const std::string path = directory + '/' + shard.name;
    struct stat found{};
    const int failure = ::stat(path.c_str(), &found) != 0 ? errno : 0;
    if (is_short(failure)) return;
    if (failure == ENOENT || failure == ENOTDIR)
      report(path + " is missing");
    else if (failure != 0)
      report("cannot look at " + path + ": " + std::system_category().message(failure));
    else if (!S_ISREG(found.st_mode))
      report(path + " is not a regular file");
    else
      check_size(shard, path, static_cast<std::uint64_t>(found.st_size), counted);
  }
}

// Counts a part whose size differs from that in the manifest. Its rows are read, except an unfinished row.
void shard_input::check_size(const shard_summary& shard, const std::string& path, std::uint64_t bytes,
                             stats& counted) {
  if (bytes == shard.bytes) return;
  resized_.insert(shard.name);
  counted.damaged_in(damage::truncated_record, path, {},
                     "the part has " + std::to_string(bytes) + " bytes, and " + std::to_string(shard.bytes) +
                         " by its manifest");
}

bool shard_input::has_other_size(std::string_view path) const {
  return resized_.contains(path.substr(path.rfind('/') + 1));
}

void shard_input::look_for_objects(const std::string& directory, stats& counted) {
  remote_listing objects(remote_.access, directory, remote_.stop);
  std::map<std::string, std::uint64_t> sizes;
  while (const std::optional<s3_listed> object = objects.next()) {
    const std::string path = objects.origin() + object->key;
    if (path.starts_with(directory)) sizes.emplace(path.substr(directory.size()), object->size);
  }
  if (objects.failure()) return counted.not_read(damage::unreadable, directory, *objects.failure());
  for (const shard_summary& shard : described_->shards) {
    const auto found = sizes.find(shard.name);
    if (found == sizes.end())
      counted.not_read(damage::unreadable, directory, directory + shard.name + " is missing");
    else
      check_size(shard, directory + shard.name, found->second, counted);
  }
}

}  // namespace urlsieve
