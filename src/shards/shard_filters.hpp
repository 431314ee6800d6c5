// The filters of a shard that may have several layers.
#ifndef URLSIEVE_SHARDS_SHARD_FILTERS_HPP
#define URLSIEVE_SHARDS_SHARD_FILTERS_HPP

#include <string>
#include <string_view>
#include <vector>

#include "src/shards/filter_reader.hpp"
#include "src/transfer/remote_access.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// One thread at a time may use an object.
class shard_filters {
 public:
  // Opens the filters of `entry` of `directory`, and of its layers. A missing or damaged filter is no error:
  // the object then holds every key.
  [[nodiscard]] static shard_filters open(const std::string& directory, const shard_summary& entry,
                                          const remote_context& remote);

  // Returns false if no layer of the shard has a row with the key; see filter_reader::may_hold().
  [[nodiscard]] bool may_hold(std::string_view key, std::string_view sort_key);

 private:
  std::vector<filter_reader> filters_;
  bool is_complete_ = true;  // all layers with rows have filters
};

}  // namespace urlsieve

#endif
