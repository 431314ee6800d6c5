// Reads the places of records from a Parquet file of another program, or of `urlsieve index`.
#ifndef URLSIEVE_PIPELINE_PARQUET_PLACES_HPP
#define URLSIEVE_PIPELINE_PARQUET_PLACES_HPP

#include <string>

#include "src/pipeline/places/place_rows.hpp"
#include "src/pipeline/places/place_table.hpp"
#include "urlsieve/consumer_ref.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Returns true if the local file `name` begins like a Parquet file.
[[nodiscard]] bool is_parquet_file(const std::string& name);

// Passes each row of the local Parquet file `name` to `take`. Fails as read_places() does.
[[nodiscard]] result<void> read_parquet_places(const std::string& name, const place_reading& how,
                                               const consumer_ref<place_row>& take);

}  // namespace urlsieve

#endif
