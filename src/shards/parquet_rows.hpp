// How the columns of a manifest are those of a Parquet file.
#ifndef URLSIEVE_SHARDS_PARQUET_ROWS_HPP
#define URLSIEVE_SHARDS_PARQUET_ROWS_HPP

#include <cstdint>
#include <vector>

#include "src/shards/parquet/parquet_file.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// The columns in the order of `of.fields`; of edges the field url is two, `document` and `url`.
[[nodiscard]] std::vector<parquet::column> parquet_columns(const manifest& of);

// The file of a shard.
[[nodiscard]] parquet::description parquet_description(const manifest& of, std::uint32_t shard);

}  // namespace urlsieve

#endif
