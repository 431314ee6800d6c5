// The last step of a plan: gathers the shards of several runs in one output. Nothing is copied.
#ifndef URLSIEVE_CLUSTER_PUBLISH_PLAN_HPP
#define URLSIEVE_CLUSTER_PUBLISH_PLAN_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "src/cluster/plan_store.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

struct publication {
  std::vector<std::string> runs;  // of plan_store::find_run(): one run with all shards, or one per shard
  bool complete = true;           // write _SUCCESS
  std::uint64_t not_read = 0;     // inputs of tasks that were given up, which no run counts
};

// Publishes the runs, and returns the manifest. Can be repeated after an interruption at any point.
// manifest.json appears after all shards, and _SUCCESS after manifest.json. Fails with
// error_code::no_such_input if request.runs is empty, and if a manifest cannot be read or the store cannot be
// written.
[[nodiscard]] result<manifest> publish_runs(const plan_store& store, const publication& request,
                                            const held_lease& lease);

}  // namespace urlsieve

#endif
