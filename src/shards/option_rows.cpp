#include "src/shards/option_rows.hpp"

#include "urlsieve/option_table.hpp"

namespace urlsieve {

std::span<const option_row> all_option_rows() {
  return option_table;
}

std::span<const option_row* const> manifest_option_rows() {
  return manifest_options;
}

const option_row& option_row_of(std::string_view word) {
  return *find_option(word);
}

}  // namespace urlsieve
