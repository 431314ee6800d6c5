#include "src/datasets/state_change.hpp"

#include <algorithm>
#include <utility>

#include "src/datasets/bucket_state.hpp"
#include "src/datasets/folder_state.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {

std::vector<std::uint64_t> lines_by_shard(const manifest& described) {
  std::vector<std::uint64_t> lines(described.shards.size());
  std::ranges::transform(described.shards, lines.begin(), &shard_summary::lines);
  return lines;
}

result<std::unique_ptr<state_change>> state_change::begin(const std::string& directory, bool may_create,
                                                          const remote_context& remote,
                                                          const std::string& temporary) {
  if (!is_remote_name(directory)) return folder_state::begin(directory, may_create);
  if (is_s3_name(directory) && remote.access)
    return bucket_state::begin(directory, may_create, remote, temporary);
  std::string why = without_password(directory) + ": a state must be on this machine to be changed";
  why += is_s3_name(directory) ? "; only `urlsieve update` changes states in S3" : ", or in S3";
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

}  // namespace urlsieve
