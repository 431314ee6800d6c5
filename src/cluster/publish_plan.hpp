// The last step of a plan: gathers shards from their own directories in one directory, by renaming. Nothing
// is copied.
#ifndef URLSIEVE_CLUSTER_PUBLISH_PLAN_HPP
#define URLSIEVE_CLUSTER_PUBLISH_PLAN_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

struct publication {
  std::string out;                 // output directory; `parts` are on the same file system
  std::vector<std::string> parts;  // one output directory with all shards, or one per shard
  bool complete = true;            // write _SUCCESS
  std::uint64_t not_read = 0;      // inputs of tasks that were given up, which no part counts
};

// Publishes the parts, and returns the manifest. Can be repeated after an interruption at any point.
// manifest.json appears after all shards, and _SUCCESS after manifest.json.
[[nodiscard]] result<manifest> publish_parts(const publication& request);

}  // namespace urlsieve

#endif
