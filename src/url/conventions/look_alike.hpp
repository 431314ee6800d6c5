// Keys of near-duplicate URLs, which differ only in the values of parameters or in numbers.
#ifndef URLSIEVE_URL_CONVENTIONS_LOOK_ALIKE_HPP
#define URLSIEVE_URL_CONVENTIONS_LOOK_ALIKE_HPP

#include <string_view>

#include "src/text/arena.hpp"
#include "urlsieve/output_choices.hpp"

namespace urlsieve {

// Returns the key of `url`, stored in `storage`. Keys are equal exactly for near-duplicate URLs.
//
// - params: the URL without its fragment; the query is reduced to the distinct names of parameters, sorted by
//   bytes.
// - numbers: each run of digits in path, query and fragment becomes "0", except in escapes ("%20").
[[nodiscard]] std::string_view near_duplicate_key(std::string_view url, dedup_choice choice, arena& storage);

}  // namespace urlsieve

#endif
