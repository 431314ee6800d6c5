#include "src/pipeline/outputs/stored_rows.hpp"

#include <cstddef>
#include <utility>

#include "src/rows/typed_row.hpp"
#include "src/shards/shard_writer.hpp"

namespace urlsieve {

result<shard_summary> write_stored_rows(shard_store& store, std::uint32_t shard, shard_store::reading request,
                                        const stored_rows_target& target, dropped_rows& dropped,
                                        const std::atomic<bool>& stop) {
  const error interrupted{error_code::interrupted, "interrupted while writing shards"};
  if (stop) return tl::unexpected(interrupted);
  result<shard_writer> writer = shard_writer::create(target.directory, shard, target.layout);
  if (!writer) return tl::unexpected(std::move(writer.error()));
  typed_row values;
  std::string row;
  std::size_t rows = 0;
  const bool is_typed = target.layout.form == row_form::parquet;
  request.take = [&](const known_url& known) {
    if ((++rows & 0xFFFFU) == 0 && stop) return false;
    if (dropped.drops_next()) return true;
    const row_content content{known.url, known.count, known.columns, known.sources, shard, !known.earlier};
    if (is_typed) {
      target.rows.fill(content, values);
      if (!writer->append(values.values(), known.url)) return false;
    } else {
      row.clear();
      target.rows.append(content, values, row);
      if (!writer->append(row, known.url)) return false;
    }
    return true;
  };
  if (result<void> read = store.read(shard, request); !read) return tl::unexpected(std::move(read.error()));
  if (stop) return tl::unexpected(interrupted);
  if (result<void> checked = dropped.finish(); !checked) return tl::unexpected(std::move(checked.error()));
  return writer->finish(target.to_sync);
}

}  // namespace urlsieve
