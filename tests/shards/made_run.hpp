// Writes a complete output directory with given rows.
#ifndef URLSIEVE_TESTS_MADE_RUN_HPP
#define URLSIEVE_TESTS_MADE_RUN_HPP

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/shards/manifest_writer.hpp"
#include "src/shards/output_directory.hpp"
#include "src/shards/partition.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/shards/shard_writer.hpp"
#include "src/shards/sort_key.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve::testing {

struct made_row {
  std::string key;
  std::string row;  // without LF
};

// Writes `rows` (in any order) like a run with `options` into `options.output.directory`.
inline std::optional<error> make_run(const extract_options& options, std::vector<made_row> rows) {
  const output_options& output = options.output;
  result<output_directory> directory = output_directory::create(output.directory, output.force);
  if (!directory) return directory.error();
  if (output.order != row_order::first_seen) {
    std::multimap<std::string, made_row> sorted;
    for (made_row& row : rows) {
      std::string key;
      assign_sort_key(output.order, row.key, key);
      sorted.emplace(std::move(key), std::move(row));
    }
    rows.clear();
    for (auto& [key, row] : sorted) rows.push_back(std::move(row));
  }
  const manifest like = describe("", options, {}, {});
  const partition home(shard_key_of(output), output.shards);
  std::vector<shard_summary> written;
  for (std::uint32_t shard = 0; shard < output.shards; ++shard) {
    result<shard_writer> writer = shard_writer::create(directory->building(), shard, like);
    if (!writer) return writer.error();
    for (const made_row& row : rows)
      if (home.shard(row.key) == shard) writer->append(row.row + '\n', row.key);
    result<shard_summary> done = writer->finish();
    if (!done) return done.error();
    written.push_back(*done);
  }
  stats counted;
  counted.unique = rows.size();
  counted.references = counted.kept = rows.size();
  const result<void> committed = directory->commit(manifest_json("test", options, counted, written));
  if (!committed) return committed.error();
  return std::nullopt;
}

}  // namespace urlsieve::testing

#endif
