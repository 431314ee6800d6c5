#include "src/shards/filter_repair.hpp"

#include <unistd.h>

#include <utility>

#include "src/shards/dataset_file.hpp"
#include "src/shards/durable_file.hpp"
#include "src/shards/file_names.hpp"
#include "src/shards/filter_file.hpp"
#include "src/shards/filter_writer.hpp"
#include "src/shards/row_layout.hpp"
#include "src/shards/shard_reader.hpp"

namespace urlsieve {
namespace {

// Writes the filter of the rows of `shard` to the new file `path`.
result<filter_summary> write_filter(shard_reader& shard, const manifest& run, const std::string& path) {
  result<filter_writer> filter = filter_writer::create(path, run.order, run.filter_bits);
  if (!filter) return tl::unexpected(std::move(filter.error()));
  while (shard.next()) filter->add(shard.key());
  return shard.check().and_then(
      [&] { return filter->finish([](durable_file& out) { return out.close(); }); });
}

}  // namespace

result<void> rebuild_filter(const std::string& directory, const shard_summary& entry, const manifest& run,
                            const std::string& scratch) {
  const std::string path = filter_path(directory, entry);
  const std::string rebuilt = dataset_path(scratch, filter_file_name(entry.name));
  const row_layout layout(run);
  result<shard_reader> shard = shard_reader::open(directory, entry, run, layout);
  if (!shard) return tl::unexpected(std::move(shard.error()));
  ::unlink(rebuilt.c_str());
  const result<filter_summary> written = write_filter(*shard, run, rebuilt);
  if (!written || *written != entry.filter) {
    ::unlink(rebuilt.c_str());
    if (!written) return tl::unexpected(written.error());
    return tl::unexpected(
        error{error_code::cannot_read, path + ": the filter of the rows differs from the manifest"});
  }
  if (const int failure = move_name(rebuilt, path); failure != 0)
    return tl::unexpected(system_error(error_code::cannot_write, "rename", rebuilt, failure));
  return sync_directory(path.substr(0, path.rfind('/')));
}

}  // namespace urlsieve
