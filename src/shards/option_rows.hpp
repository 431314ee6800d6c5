// The rows of the table of options (option_table.hpp), for code that reads facts about options but no values.
// Such code is not recompiled when an option is added.
#ifndef URLSIEVE_SHARDS_OPTION_ROWS_HPP
#define URLSIEVE_SHARDS_OPTION_ROWS_HPP

#include <span>
#include <string_view>

#include "urlsieve/option_row.hpp"

namespace urlsieve {

// Returns all rows, in the order of the table.
[[nodiscard]] std::span<const option_row> all_option_rows();

// Returns the rows of the options in the manifest, in the order of the manifest.
[[nodiscard]] std::span<const option_row* const> manifest_option_rows();

// Returns the row of the option `word`. Requires: the table has the option.
[[nodiscard]] const option_row& option_row_of(std::string_view word);

}  // namespace urlsieve

#endif
