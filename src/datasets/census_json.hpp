// Writes the counts of output directories as JSON, for `urlsieve stats --json` and for Python.
#ifndef URLSIEVE_DATASETS_CENSUS_JSON_HPP
#define URLSIEVE_DATASETS_CENSUS_JSON_HPP

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "urlsieve/shard_census.hpp"
#include "urlsieve/top_counts.hpp"

namespace urlsieve {

// The counts of one kind of name.
struct census_table {
  std::string_view title;  // "hosts"
  std::string_view kind;   // "host"
  const top_counts* counts = nullptr;
};

// Returns the tables of schemes, hosts, domains and suffixes. The tables refer to `census`.
[[nodiscard]] std::array<census_table, 4> census_tables(const shard_census& census);

// Returns one JSON object: the totals, and up to `most` names of each kind by descending count. The text does
// not end with LF.
[[nodiscard]] std::string census_object(const shard_census& census, std::size_t most);

// Returns JSON Lines: an object for the totals, and an object for each of up to `most` names of each kind.
// The last line does not end with LF.
[[nodiscard]] std::string census_lines(const shard_census& census, std::size_t most);

}  // namespace urlsieve

#endif
