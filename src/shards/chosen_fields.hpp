// Selection of the columns and the form of the output of a merge. Columns derived from the URL can be
// computed; every run must have the other columns.
#ifndef URLSIEVE_SHARDS_CHOSEN_FIELDS_HPP
#define URLSIEVE_SHARDS_CHOSEN_FIELDS_HPP

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "urlsieve/error.hpp"
#include "urlsieve/field.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/output_choices.hpp"
#include "urlsieve/output_compression.hpp"

namespace urlsieve {

// Returns true if a column of `run` depends on the public suffix list.
[[nodiscard]] bool depends_on_suffixes(const manifest& run);

// The origin of columns derived from the URL, if the runs have them.
enum class derived_columns : std::uint8_t { copied, computed };

// Sets the columns and the key of `out`, the union of `runs`, to `chosen`. `names` are the directories of
// `runs`, for messages. Fails with error_code::usage if `chosen` lacks field::url, if a run lacks a column,
// if public suffix lists differ and derived columns are copied, or for columns derived from the URL in edges.
// After an error, `out` has unspecified columns.
[[nodiscard]] result<void> choose_fields(std::span<const field> chosen, std::span<const manifest> runs,
                                         std::span<const std::string> names, manifest& out,
                                         derived_columns derived = derived_columns::copied);

// Sets the form and the compression of `out`, if chosen. Fails with error_code::usage for CSV, for
// a compression of inputs only, and for Parquet with another compression than zstd.
[[nodiscard]] result<void> choose_form(std::optional<row_form> form, std::optional<compression> packing,
                                       manifest& out);

// Sets manifest::filter_bits of `out`, if chosen. Fails with error_code::usage for more than
// filter_file::most_bits, and for filters of rows in the order first-seen.
[[nodiscard]] result<void> choose_filters(std::optional<std::uint32_t> bits, manifest& out);

}  // namespace urlsieve

#endif
