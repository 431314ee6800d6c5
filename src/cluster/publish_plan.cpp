#include "src/cluster/publish_plan.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "src/cluster/record_file.hpp"
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

// Moves a shard to its place, unless an interrupted call has moved the shard already.
result<void> move_shard(const std::string& from, const std::string& to, std::uint64_t size) {
  if (has_size(from, size)) return move_record(from, to);
  struct stat about{};
  if (::lstat(from.c_str(), &about) != 0 && errno == ENOENT && has_size(to, size)) return {};
  return tl::unexpected(
      error{error_code::cannot_read, from + " is not the shard that its manifest describes"});
}

// Adds inputs to the counter "not-read" under the heading "inputs".
void add_not_read(manifest& united, std::uint64_t inputs) {
  if (inputs == 0) return;
  const auto heading = std::find_if(united.counted.begin(), united.counted.end(),
                                    [](const manifest_counts& one) { return one.name == "inputs"; });
  if (heading == united.counted.end()) return;
  for (auto& [name, times] : heading->counts) {
    if (name != "not-read") continue;
    times += inputs;
    return;
  }
  heading->counts.emplace_back("not-read", inputs);
}

}  // namespace

result<manifest> publish_parts(const publication& wanted) {
  std::vector<manifest> runs;
  for (const std::string& directory : wanted.parts) {
    result<stored_manifest> one = load_manifest(directory);
    if (!one) return tl::unexpected(one.error());
    runs.push_back(std::move(one->read));
  }
  if (runs.empty())
    return tl::unexpected(
        error{error_code::no_such_input, "none of the inputs could be read: there is no output"});
  manifest united = runs.size() == 1 ? runs.front() : unite(version, runs);
  if (runs.size() > 1) {
    united.only_shard.reset();
    for (const manifest& one : runs)
      united.shards.insert(united.shards.end(), one.shards.begin(), one.shards.end());
    united.unique = 0;
    for (const shard_summary& shard : united.shards) united.unique += shard.lines;
  } else if (united.shard_count == 1) {
    united.only_shard.reset();
  }
  add_not_read(united, wanted.not_read);
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (const shard_summary& shard : runs[i].shards)
      if (result<void> moved =
              move_shard(wanted.parts[i] + "/" + shard.name, wanted.out + "/" + shard.name, shard.bytes);
          !moved)
        return tl::unexpected(moved.error());
  const std::string text = united.json();
  ::unlink((wanted.out + "/_SUCCESS").c_str());
  result<void> done =
      sync_names_in(wanted.out).and_then([&] { return replace_record(wanted.out + "/manifest.json", text); });
  if (done && wanted.complete) done = replace_record(wanted.out + "/_SUCCESS", success_text(text));
  if (!done) return tl::unexpected(done.error());
  return united;
}

}  // namespace urlsieve
