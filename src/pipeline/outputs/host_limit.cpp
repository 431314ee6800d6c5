#include "src/pipeline/outputs/host_limit.hpp"

#include "src/shards/partition.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {

host_hashes host_limit::hashes_of(std::string_view url, std::string& storage) const {
  host_hashes hashes;
  if (max_per_host_ != 0) hashes.host = partition_hash(partition_part(url, partition_key::host, storage));
  if (max_per_domain_ != 0)
    hashes.domain = partition_hash(partition_part(url, partition_key::domain, storage));
  return hashes;
}

bool host_counter::admits(std::string_view url, stats& counted) {
  const host_hashes hashes = limit_.hashes_of(url, storage_);
  const bool host_is_full = limit_.max_per_host() != 0 && hosts_.of(hashes.host) >= limit_.max_per_host();
  if (host_is_full ||
      (limit_.max_per_domain() != 0 && domains_.of(hashes.domain) >= limit_.max_per_domain())) {
    host_limit::count_dropped(host_is_full, counted);
    return false;
  }
  if (limit_.max_per_host() != 0) hosts_.add(hashes.host, 1);
  if (limit_.max_per_domain() != 0) domains_.add(hashes.domain, 1);
  return true;
}

result<void> host_counter::check(const memory_budget& memory) const {
  if (hosts_.memory() + domains_.memory() <= memory.total() / 4) return {};
  return tl::unexpected(error{
      error_code::out_of_memory,
      "the counts of hosts do not fit into a quarter of the memory of this run (" +
          std::to_string(memory.total() >> 20U) +
          " MiB): write shards (output_options::directory), or allow more with output_options::memory"});
}

}  // namespace urlsieve
