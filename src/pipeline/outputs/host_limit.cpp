#include "src/pipeline/outputs/host_limit.hpp"

#include "src/shards/partition.hpp"

namespace urlsieve {

fingerprint host_limit::part_of(std::string_view url, limited_part part, std::string& storage) const {
  const partition_key key = part == limited_part::host ? partition_key::host : partition_key::domain;
  return fingerprint_of(partition_part(url, key, storage), seed_);
}

bool host_counter::is_full(std::string_view url, limited_part part, fingerprint_counts& counts) {
  const std::uint64_t most = limit_.most(part);
  if (most == 0) return false;
  const fingerprint key = limit_.part_of(url, part, storage_);
  if (counts.count_of(key) >= most) return true;
  counts.add(key, 1);
  return false;
}

bool host_counter::admits(std::string_view url, stats& counted) {
  for (const limited_part part : {limited_part::host, limited_part::domain}) {
    if (!is_full(url, part, part == limited_part::host ? hosts_ : domains_)) continue;
    host_limit::count_dropped(part, counted);
    return false;
  }
  return true;
}

result<void> host_counter::check(const memory_budget& memory) const {
  if (hosts_.memory_for_next() + domains_.memory_for_next() <= memory.total() / 4) return {};
  return tl::unexpected(error{
      error_code::out_of_memory,
      "the counts of hosts do not fit into a quarter of the memory of this run (" +
          std::to_string(memory.total() >> 20U) +
          " MiB): write shards (output_options::directory), or allow more with output_options::memory"});
}

}  // namespace urlsieve
