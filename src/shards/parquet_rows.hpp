// The mapping from columns of a manifest to columns of a Parquet file.
#ifndef URLSIEVE_SHARDS_PARQUET_ROWS_HPP
#define URLSIEVE_SHARDS_PARQUET_ROWS_HPP

#include <cstdint>
#include <vector>

#include "src/shards/parquet/parquet_file.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// Returns the columns in the order of `run.fields`. For edges the field url becomes two columns, `document`
// and `url`.
[[nodiscard]] std::vector<parquet::column> parquet_columns(const manifest& run);

// Returns the description of the file of `shard`.
[[nodiscard]] parquet::description parquet_description(const manifest& run, std::uint32_t shard);

}  // namespace urlsieve

#endif
