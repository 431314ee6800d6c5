#include "src/cluster/publish_plan.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "src/cluster/record_file.hpp"
#include "src/shards/filter_file.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/shard_fit.hpp"
#include "src/shards/success_mark.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {
namespace {

// True if a regular file of this size has the name.
bool has_size(const std::string& path, std::uint64_t size) {
  struct stat about{};
  return ::lstat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode) &&
         static_cast<std::uint64_t>(about.st_size) == size;
}

// Moves a file to its place, unless an interrupted call has moved the file already.
result<void> move_file(const std::string& from, const std::string& to, std::uint64_t size) {
  if (has_size(from, size)) return move_record(from, to);
  struct stat about{};
  if (::lstat(from.c_str(), &about) != 0 && errno == ENOENT && has_size(to, size)) return {};
  return tl::unexpected(
      error{error_code::cannot_read, from + " is not the file that its manifest describes"});
}

// Moves the file and the filter of a shard from the directory `from` to the directory `to`.
result<void> move_shard(const std::string& from, const std::string& to, const shard_summary& shard) {
  result<void> moved = move_file(from + "/" + shard.name, to + "/" + shard.name, shard.bytes);
  if (!moved || shard.filter.bytes == 0) return moved;
  const std::string filter = filter_file_name(shard.name);
  return move_file(from + "/" + filter, to + "/" + filter, shard.filter.bytes);
}

// Adds inputs to the counter "not-read" under the heading "inputs".
void add_not_read(manifest& united, std::uint64_t inputs) {
  if (inputs == 0) return;
  const auto heading = std::find_if(united.counted.begin(), united.counted.end(),
                                    [](const manifest_counts& counts) { return counts.name == "inputs"; });
  if (heading == united.counted.end()) return;
  for (auto& [name, times] : heading->counts) {
    if (name != "not-read") continue;
    times += inputs;
    return;
  }
  heading->counts.emplace_back("not-read", inputs);
}

}  // namespace

result<manifest> publish_parts(const publication& request) {
  std::vector<manifest> runs;
  for (const std::string& directory : request.parts) {
    result<stored_manifest> stored = load_manifest(directory);
    if (!stored) return tl::unexpected(stored.error());
    runs.push_back(std::move(stored->read));
  }
  if (runs.empty())
    return tl::unexpected(
        error{error_code::no_such_input, "none of the inputs could be read: there is no output"});
  manifest united = runs.size() == 1 ? runs.front() : unite(version, runs);
  if (runs.size() > 1) {
    united.only_shard.reset();
    for (const manifest& part : runs)
      united.shards.insert(united.shards.end(), part.shards.begin(), part.shards.end());
    united.unique = 0;
    for (const shard_summary& shard : united.shards) united.unique += shard.lines;
  } else if (united.shard_count == 1) {
    united.only_shard.reset();
  }
  add_not_read(united, request.not_read);
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (const shard_summary& shard : runs[i].shards)
      if (result<void> moved = move_shard(request.parts[i], request.out, shard); !moved)
        return tl::unexpected(moved.error());
  const std::string text = united.json();
  ::unlink((request.out + "/_SUCCESS").c_str());
  result<void> done = sync_names_in(request.out).and_then([&] {
    return replace_record(request.out + "/manifest.json", text);
  });
  if (done && request.complete) done = replace_record(request.out + "/_SUCCESS", success_text(text));
  if (!done) return tl::unexpected(done.error());
  return united;
}

}  // namespace urlsieve
