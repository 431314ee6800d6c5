// The versions of the libraries that this module uses.
#ifndef URLSIEVE_DOCUMENTS_JSON_JSON_LIBRARIES_HPP
#define URLSIEVE_DOCUMENTS_JSON_JSON_LIBRARIES_HPP

#include <vector>

#include "src/text/library_version.hpp"

namespace urlsieve {

// Returns the version of simdjson, with its implementation for this processor.
[[nodiscard]] std::vector<library_version> json_libraries();

}  // namespace urlsieve

#endif
