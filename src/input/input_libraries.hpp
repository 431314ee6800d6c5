// The versions of the libraries that the module uses.
#ifndef URLSIEVE_INPUT_INPUT_LIBRARIES_HPP
#define URLSIEVE_INPUT_INPUT_LIBRARIES_HPP

#include <vector>

#include "src/text/library_version.hpp"

namespace urlsieve {

// Returns the version of libarchive, which is loaded for this. Throws std::runtime_error if libarchive is not
// installed.
[[nodiscard]] std::vector<library_version> input_libraries();

}  // namespace urlsieve

#endif
