#include "src/pipeline/outputs/overflow_rows.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "src/pipeline/resources.hpp"
#include "src/shards/durable_file.hpp"
#include "src/text/system_error.hpp"
#include "urlsieve/output_options.hpp"

namespace urlsieve {

result<std::unique_ptr<disk_overflow>> disk_overflow::create(const output_options& options, bool columns,
                                                             std::uint32_t max_sources,
                                                             const memory_budget& memory) {
  std::string parent = options.temporary;
  std::error_code failed;
  if (parent.empty()) parent = std::filesystem::temp_directory_path(failed).string();
  if (failed)
    return tl::unexpected(
        system_error(error_code::cannot_open, "find", "a folder for temporary files", failed.value()));
  static_cast<void>(locked_directory::remove_leftovers_below(parent));
  result<locked_directory> directory = locked_directory::new_directory(parent);
  if (!directory) return tl::unexpected(std::move(directory.error()));
  store_options how;
  how.order = row_order::first_seen;
  how.columns = columns;
  how.max_sources = max_sources;
  how.directory = directory->path() + "/runs";
  how.merge_memory = memory.for_merges();
  how.most_open_runs = static_cast<std::size_t>(std::clamp<std::uint64_t>(most_open_files() / 4, 2, 256));
  return std::unique_ptr<disk_overflow>(new disk_overflow(std::move(*directory), std::move(how), memory));
}

result<void> disk_overflow::insert(std::span<const sighting> sightings, std::size_t set_bytes) {
  const std::size_t allowed = memory_.for_sets(store_.memory_in_use() + set_bytes);
  store_.allow(std::max(allowed - std::min(allowed, set_bytes), memory_.total() / 16));
  return store_.insert(0, sightings);
}

result<void> disk_overflow::read(const shard_store::entry_consumer& take) {
  store_.allow(memory_.for_sets(store_.memory_in_use()));
  return store_.begin_reading().and_then([&] {
    shard_store::reading reading;
    reading.take = take;
    return store_.read(0, reading);
  });
}

}  // namespace urlsieve
