#include "src/shards/shard_filters.hpp"

#include <span>
#include <utility>

namespace urlsieve {

shard_filters shard_filters::open(const std::string& directory, const shard_summary& entry,
                                  const remote_context& remote) {
  shard_filters opened;
  const std::span<const shard_summary> files =
      entry.layers.empty() ? std::span(&entry, 1) : std::span(entry.layers);
  for (const shard_summary& file : files) {
    if (file.lines == 0) continue;
    if (file.filter.bytes != 0)
      if (result<filter_reader> filter = filter_reader::open(directory, file, remote)) {
        opened.filters_.push_back(std::move(*filter));
        continue;
      }
    opened.is_complete_ = false;
  }
  if (!opened.is_complete_) opened.filters_.clear();
  return opened;
}

bool shard_filters::may_hold(std::string_view key, std::string_view sort_key) {
  for (filter_reader& filter : filters_) {
    const result<bool> holds = filter.may_hold(key, sort_key);
    if (!holds) is_complete_ = false;
    if (!holds || *holds) return true;
  }
  return !is_complete_;
}

}  // namespace urlsieve
