// Lists the objects below a prefix in S3 as inputs. An output of urlsieve, or a named partition of one,
// precedes its parts, as for local directories.
#ifndef URLSIEVE_INPUT_LISTS_REMOTE_INPUTS_HPP
#define URLSIEVE_INPUT_LISTS_REMOTE_INPUTS_HPP

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "src/input/lists/listed_input.hpp"
#include "src/input/lists/remote_listing.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class remote_inputs {
 public:
  // See remote_listing.
  remote_inputs(std::shared_ptr<remote_access> access, std::string name, const std::atomic<bool>* stop)
      : objects_(std::move(access), std::move(name), stop) {}

  // Returns the next input; nullopt at the end. Counts a prefix that cannot be listed as damage::unreadable.
  [[nodiscard]] std::optional<listed_input> next(stats& counted);

 private:
  // Returns the prefix itself if it is a partition of an output, "s3://BUCKET/dir/shard=3/".
  [[nodiscard]] std::optional<listed_input> find_partition();

  remote_listing objects_;
  std::string output_;  // the last output directory found: "s3://BUCKET/dir/"
  bool begun_ = false;
};

}  // namespace urlsieve

#endif
