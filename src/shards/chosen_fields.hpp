// Selection of the output columns of a merge. Columns derived from the URL can be computed; every run must
// have the other columns.
#ifndef URLSIEVE_SHARDS_CHOSEN_FIELDS_HPP
#define URLSIEVE_SHARDS_CHOSEN_FIELDS_HPP

#include <span>
#include <string>

#include "urlsieve/error.hpp"
#include "urlsieve/field.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// Returns true if a column of `of` depends on the public suffix list.
[[nodiscard]] bool depends_on_suffixes(const manifest& of);

// Sets the columns of `out`, the union of `runs`, to `chosen`. `names` are the directories of `runs`, for
// messages. Fails with error_code::usage if `chosen` lacks field::url, if a run lacks a column, if public
// suffix lists differ, or for columns derived from the URL in edges. After an error, `out` has unspecified
// columns.
[[nodiscard]] result<void> choose_fields(std::span<const field> chosen, std::span<const manifest> runs,
                                         std::span<const std::string> names, manifest& out);

}  // namespace urlsieve

#endif
