// The options of URLs of the run that wrote an output directory, as its manifest records them.
#ifndef URLSIEVE_DATASETS_STORED_URL_OPTIONS_HPP
#define URLSIEVE_DATASETS_STORED_URL_OPTIONS_HPP

#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Returns the options with the members of URLs that `of` records. An option that merged runs do not share has
// its default, but drops no URL. Words that this version does not know are ignored, because this version
// cannot apply them.
[[nodiscard]] extract_options stored_url_options(const manifest& of);

}  // namespace urlsieve

#endif
