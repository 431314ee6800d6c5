// The last step of a plan: shards that lie in directories of their own get their names in one. Nothing is
// copied.
#ifndef URLSIEVE_PIPELINE_PLAN_PUBLISH_PLAN_HPP
#define URLSIEVE_PIPELINE_PLAN_PUBLISH_PLAN_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

struct publication {
  std::string out;                 // on the same file system as
  std::vector<std::string> parts;  // output directories: one with all shards, or each with one
  bool complete = true;            // _SUCCESS is written
  std::uint64_t not_read = 0;      // inputs that no directory counts, as their tasks were given up
};

// May be called again after it was cut short anywhere. manifest.json appears when all shards are there, and
// _SUCCESS behind it.
[[nodiscard]] result<manifest> publish_parts(const publication& wanted);

}  // namespace urlsieve

#endif
