// The columns that a merge is to write, where they are not those of its runs: columns of a URL can be made,
// all others must be there.
#ifndef URLSIEVE_SHARDS_CHOSEN_FIELDS_HPP
#define URLSIEVE_SHARDS_CHOSEN_FIELDS_HPP

#include <span>
#include <string>

#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Whether a column of it was made by the public suffix list.
[[nodiscard]] bool tells_suffixes(const manifest& of);

// Gives `out`, which `runs` were united to, the columns `chosen`; error_code::usage says what a run, whose
// directory has the same place in `names`, lacks for that.
[[nodiscard]] result<void> choose_fields(std::span<const field> chosen, std::span<const manifest> runs,
                                         std::span<const std::string> names, manifest& out);

}  // namespace urlsieve

#endif
