// The versions of the libraries that this module uses.
#ifndef URLSIEVE_URL_URL_LIBRARIES_HPP
#define URLSIEVE_URL_URL_LIBRARIES_HPP

#include <vector>

#include "src/text/library_version.hpp"

namespace urlsieve {

// Throws std::runtime_error where libpsl, which is loaded for this, is not there.
[[nodiscard]] std::vector<library_version> url_libraries();

}  // namespace urlsieve

#endif
