// Renewal of URLs in output directories: normalizing them again by stricter options. A directory can be
// renewed only if its URLs still hold all that the new options need.
#ifndef URLSIEVE_DATASETS_URL_RENEWAL_HPP
#define URLSIEVE_DATASETS_URL_RENEWAL_HPP

#include <span>
#include <string>
#include <string_view>

#include "urlsieve/convert_shards.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/option_row.hpp"

namespace urlsieve {

struct extract_options;

// Returns true for an option of URLs that url_change accepts.
[[nodiscard]] bool is_renewable(const option_row& row);

// Applies `changes` to `options`. Fails with error_code::usage for an option that is not renewable, and for
// an invalid value.
[[nodiscard]] result<void> apply_changes(std::span<const url_change> changes, extract_options& options);

// Returns true if the URLs of the directory `name` must be normalized again: its options differ from
// `wanted`, or its rules have other revisions than this version. Fails with error_code::usage, naming the
// first option, if `wanted` is weaker or not comparable, because a run by `wanted` might give other URLs; and
// if the rows cannot be normalized again.
[[nodiscard]] result<bool> needs_renewal(const manifest& run, std::string_view name,
                                         const extract_options& wanted);

// Sets the options of URLs in `run` to those of `options`, and its rules to the revisions of this version.
void note_renewal(const extract_options& options, manifest& run);

}  // namespace urlsieve

#endif
