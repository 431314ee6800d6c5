// Reports the versions of the libraries that this module uses.
#ifndef URLSIEVE_URL_URL_LIBRARIES_HPP
#define URLSIEVE_URL_URL_LIBRARIES_HPP

#include <vector>

#include "src/text/library_version.hpp"

namespace urlsieve {

// Returns the versions. Loads libpsl; throws std::runtime_error if libpsl is unavailable.
[[nodiscard]] std::vector<library_version> url_libraries();

}  // namespace urlsieve

#endif
