// What look-alikes have in common: URLs that differ only in the values of parameters, or in numbers.
#ifndef URLSIEVE_URL_LOOK_ALIKE_HPP
#define URLSIEVE_URL_LOOK_ALIKE_HPP

#include <string_view>

#include "src/text/arena.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// The key of `url` in `storage`: equal for look-alikes, and for no others.
//
// - params: the URL without its fragment; of its query the different names of parameters, in the order of
//   bytes.
// - numbers: each run of digits in path, query and fragment is "0"; those of an escape ("%20") stay.
[[nodiscard]] std::string_view look_alike_key(std::string_view url, similar_choice how, arena& storage);

}  // namespace urlsieve

#endif
