// Beyond the ladder: equivalences that hold by convention only, each its own function and switch, never mixed
// into the rungs. All rewrite a URL in place, take its size and give the new one; none makes it longer.
#ifndef URLSIEVE_URL_CONVENTIONS_HPP
#define URLSIEVE_URL_CONVENTIONS_HPP

#include <cstddef>

#include "urlsieve/options.hpp"

namespace urlsieve {

// Query parameters that only say where a visitor came from: the list in tracking_parameters.inc.
[[nodiscard]] std::size_t drop_tracking(char* url, std::size_t size);

// ";jsessionid=..." and the like in the path, "PHPSESSID=..." and the like in the query.
[[nodiscard]] std::size_t drop_session_ids(char* url, std::size_t size);

// Parameters in the order of their bytes; equal ones keep their order. Queries of more than 256 parameters
// stay.
[[nodiscard]] std::size_t sort_query(char* url, std::size_t size);

// "www." before a host that has two labels or more without it.
[[nodiscard]] std::size_t fold_www(char* url, std::size_t size);

// "/index.html", "/default.asp" and the like at the end of a path become "/".
[[nodiscard]] std::size_t fold_index(char* url, std::size_t size);

// "https:" becomes "http:".
[[nodiscard]] std::size_t fold_https(char* url, std::size_t size);

// Those that are switched on, in this order.
[[nodiscard]] std::size_t fold_conventions(const convention_options& options, char* url, std::size_t size);

}  // namespace urlsieve

#endif
