#include "src/pipeline/shard_input.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <map>
#include <string>
#include <string_view>
#include <system_error>

#include "src/input/lists/remote_listing.hpp"
#include "src/shards/row_layout.hpp"
#include "src/text/resource_exhaustion.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

std::optional<url_rows> shard_input::rows_of(const std::string& directory, std::string_view parts,
                                             stats& counted) {
  exhaustion_ = 0;
  if (directory_ != directory) {
    directory_.clear();
    stats seen;
    rows_ = look_at(directory, seen);
    if (exhaustion_ != 0) return std::nullopt;
    directory_ = directory;
    counted.add(seen);
  }
  stats seen;
  check_parts(parts, seen);
  if (exhaustion_ != 0) return std::nullopt;
  counted.add(seen);
  return rows_;
}

bool shard_input::is_short(int failure) {
  if (is_resource_exhaustion(failure)) exhaustion_ = failure;
  return exhaustion_ != 0;
}

std::optional<url_rows> shard_input::look_at(const std::string& directory, stats& counted) {
  unchecked_.clear();
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
  const manifest& of = *described_;
  for (const shard_summary& shard : of.shards) unchecked_.emplace(shard.name, &shard);
  const row_layout layout(of);
  url_rows rows;
  rows.urls_alone = of.rows() == "txt";
  rows.jsonl = of.form == row_form::jsonl;
  rows.is_parquet = of.form == row_form::parquet;
  rows.first = layout.place(name_of(field::url)).value_or(0);
  rows.columns = of.edges == edge_choice::none ? 1 : 2;
  return rows;
}

// Counts missing parts, and parts of another size, among those whose names begin with `parts`; each part
// once.
void shard_input::check_parts(std::string_view parts, stats& counted) {
  const auto begin = unchecked_.lower_bound(parts);
  auto end = begin;
  while (end != unchecked_.end() && end->first.starts_with(parts)) ++end;
  if (begin == end) return;
  const range_of_parts chosen(begin, end);
  is_remote_name(directory_) ? look_for_objects(parts, chosen, counted) : look_for_files(chosen, counted);
  if (exhaustion_ == 0) unchecked_.erase(begin, end);
}

void shard_input::look_for_files(const range_of_parts& expected, stats& counted) {
  const auto report = [&](std::string_view detail) {
    counted.not_read(damage::unreadable, directory_, detail);
  };
  for (const auto& [name, shard] : expected) {
    const std::string path = directory_ + '/' + shard->name;
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
      check_size(*shard, path, static_cast<std::uint64_t>(found.st_size), counted);
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

bool shard_input::has_other_size(std::string_view part) const {
  return resized_.contains(part);
}

void shard_input::look_for_objects(std::string_view parts, const range_of_parts& expected, stats& counted) {
  remote_listing objects(remote_.access, directory_ + std::string(parts), remote_.stop);
  std::map<std::string, std::uint64_t> sizes;
  while (const std::optional<s3_listed> object = objects.next()) {
    const std::string path = objects.origin() + object->key;
    if (path.starts_with(directory_)) sizes.emplace(path.substr(directory_.size()), object->size);
  }
  if (objects.failure()) return counted.not_read(damage::unreadable, directory_, *objects.failure());
  for (const auto& [name, shard] : expected) {
    const auto found = sizes.find(shard->name);
    if (found == sizes.end())
      counted.not_read(damage::unreadable, directory_, directory_ + shard->name + " is missing");
    else
      check_size(*shard, directory_ + shard->name, found->second, counted);
  }
}

}  // namespace urlsieve
