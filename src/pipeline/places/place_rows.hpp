// Reads the places of records from the arguments of a run: tables of rows, and output directories.
#ifndef URLSIEVE_PIPELINE_PLACE_ROWS_HPP
#define URLSIEVE_PIPELINE_PLACE_ROWS_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "src/input/lists/name_list.hpp"
#include "src/pipeline/places/place_table.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/consumer_ref.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

struct place_reading {
  std::vector<std::string> fields = {};  // the columns of tables; empty: the first row names the columns
  success_marker_policy mark = success_marker_policy::required;
  remote_context remote;
  std::uint64_t memory = 0;  // bytes to read a shard
};

// Returns the local output directory that read_places(name) reads, whole or one of its shards; empty: `name`
// is a table, or remote.
[[nodiscard]] std::string directory_of_rows(const std::string& name);

// Returns true if `name` is a local output directory, a shard whose rows have the columns of a place, or
// another Parquet file.
[[nodiscard]] bool has_typed_places(const std::string& name);

// Passes each row of the table `list`, which is named `name`, to `take`. Fails as read_places() below.
[[nodiscard]] result<void> read_places(const std::string& name, opened_list list, const place_reading& how,
                                       const consumer_ref<place_row>& take);

// Passes each row of `name` to `take`: an output directory, a shard of an output directory, a local Parquet
// file, or a table ("-": standard input). Fails with error_code::usage if the columns of a place are missing,
// with no_such_input for a missing file, and with cannot_read if not all rows could be read.
[[nodiscard]] result<void> read_places(const std::string& name, const place_reading& how,
                                       const consumer_ref<place_row>& take);

}  // namespace urlsieve

#endif
