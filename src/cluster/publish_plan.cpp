#include "src/cluster/publish_plan.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "src/shards/manifest_reader.hpp"
#include "src/shards/shard_fit.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {
namespace {

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

result<manifest> publish_runs(const plan_store& store, const publication& request, const held_lease& lease) {
  std::vector<manifest> manifests;
  for (const std::string& run : request.runs) {
    result<stored_manifest> stored = load_manifest(run, nullptr, store.remote());
    if (!stored) return tl::unexpected(stored.error());
    manifests.push_back(std::move(stored->read));
  }
  if (manifests.empty())
    return tl::unexpected(
        error{error_code::no_such_input, "none of the inputs could be read: there is no output"});
  manifest united = manifests.size() == 1 ? manifests.front() : unite(version, manifests);
  if (manifests.size() > 1) {
    united.only_shard.reset();
    for (const manifest& of_run : manifests)
      united.shards.insert(united.shards.end(), of_run.shards.begin(), of_run.shards.end());
    united.unique = 0;
    for (const shard_summary& shard : united.shards) united.unique += shard.lines;
  } else if (united.shard_count == 1) {
    united.only_shard.reset();
  }
  add_not_read(united, request.not_read);
  for (std::size_t i = 0; i < manifests.size(); ++i)
    if (result<void> placed = store.place_shards(request.runs[i], manifests[i]); !placed)
      return tl::unexpected(placed.error());
  if (result<void> done = store.publish(united.json(), request.complete, lease); !done)
    return tl::unexpected(done.error());
  return united;
}

}  // namespace urlsieve
