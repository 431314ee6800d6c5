// The options of URLs of the run that wrote an output directory, as its manifest records them.
#ifndef URLSIEVE_DATASETS_STORED_URL_OPTIONS_HPP
#define URLSIEVE_DATASETS_STORED_URL_OPTIONS_HPP

#include "urlsieve/manifest.hpp"
#include "urlsieve/option_row.hpp"

namespace urlsieve {

struct extract_options;
struct url_options;

// Sets an option to its value in the manifest `run`. No effect if the manifest lacks the option, if merged
// runs differ in the option, if this version does not know the value, or if the value is a list of files,
// which manifests do not name. Requires: `row` is in manifest_options.
void set_stored_option(const option_row& row, const manifest& run, extract_options& options);

// Returns default options with the options of URLs (is_url_option()) that `run` records. An option that
// merged runs do not share keeps its default; the defaults of max_url (here the maximum) and drop_schemes
// (here empty) drop no URL. Words that this version does not know are ignored, because this version cannot
// apply them.
[[nodiscard]] extract_options stored_url_options(const manifest& run);

// Returns the URL group of stored_url_options().
[[nodiscard]] url_options stored_url_group(const manifest& run);

}  // namespace urlsieve

#endif
