// The versions of the libraries that this module uses.
#ifndef URLSIEVE_INPUT_INPUT_LIBRARIES_HPP
#define URLSIEVE_INPUT_INPUT_LIBRARIES_HPP

#include <vector>

#include "src/text/library_version.hpp"

namespace urlsieve {

// Throws std::runtime_error where libarchive or nettle, which are loaded for this, are not there.
[[nodiscard]] std::vector<library_version> input_libraries();

}  // namespace urlsieve

#endif
