// The versions of the libraries that this module uses.
#ifndef URLSIEVE_TRANSFER_TRANSFER_LIBRARIES_HPP
#define URLSIEVE_TRANSFER_TRANSFER_LIBRARIES_HPP

#include <vector>

#include "src/text/library_version.hpp"

namespace urlsieve {

// Throws std::runtime_error where one of them, which are loaded for this, is not there.
[[nodiscard]] std::vector<library_version> transfer_libraries();

}  // namespace urlsieve

#endif
