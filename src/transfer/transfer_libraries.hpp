// The versions of the libraries that this module uses.
#ifndef URLSIEVE_TRANSFER_TRANSFER_LIBRARIES_HPP
#define URLSIEVE_TRANSFER_TRANSFER_LIBRARIES_HPP

#include <vector>

#include "src/text/library_version.hpp"

namespace urlsieve {

// Loads the libraries and returns their versions. Throws std::runtime_error if a library is missing.
[[nodiscard]] std::vector<library_version> transfer_libraries();

}  // namespace urlsieve

#endif
