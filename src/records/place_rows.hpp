// Reads the places of records from the arguments of a run: tables of rows, and output directories.
#ifndef URLSIEVE_RECORDS_PLACE_ROWS_HPP
#define URLSIEVE_RECORDS_PLACE_ROWS_HPP

#include <cstdint>
#include <string>

#include "src/records/place_table.hpp"
#include "src/transfer/remote_access.hpp"
#include "urlsieve/copy_records.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve {

struct place_reading {
  const record_options& options;
  remote_context remote;
  std::uint64_t memory = 0;        // bytes to read a shard
  run_monitor* monitor = nullptr;  // may be null
};

// Returns the local output directory that read_places(name) reads, whole or one of its shards; empty: `name`
// is a table, or remote.
[[nodiscard]] std::string directory_of_rows(const std::string& name);

// Passes each row of `name` to `take`: an output directory, a shard of an output directory, or a table ("-":
// standard input). Fails with error_code::usage if the columns of a place are missing, with no_such_input for
// a missing file, and with cannot_read if not all rows could be read.
[[nodiscard]] result<void> read_places(const std::string& name, const place_reading& how,
                                       const consumer_ref<place_row>& take);

}  // namespace urlsieve

#endif
