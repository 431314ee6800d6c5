// Contiguous ranges of rows in the order of a shard: by the key, and by the SURT.
#ifndef URLSIEVE_DATASETS_ROW_RANGE_HPP
#define URLSIEVE_DATASETS_ROW_RANGE_HPP

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "src/shards/row_search.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// A contiguous range of rows. `place_of` compares a row with the range; `holds` selects rows inside the range
// (empty: all rows).
struct row_range {
  enum class place : std::uint8_t { before, inside, behind };
  std::function<place(const sorted_row&)> place_of;
  std::function<bool(const sorted_row&)> holds;
};

// Returns the range of rows whose key begins with `begin`, in the order of bytes.
[[nodiscard]] row_range beginning_with(std::string begin);

// Returns the range of rows with this key.
[[nodiscard]] row_range equal_to(row_order order, std::string_view key);

// Returns the range of rows whose SURT begins with `begin`, in the order surt.
[[nodiscard]] row_range surts_beginning_with(std::string begin);

// Returns the SURT of a host: "http://www.example.com/" -> "com,example".
[[nodiscard]] std::string surt_of_host(std::string_view host);

}  // namespace urlsieve

#endif
