// Returns the versions of the libraries that this module uses.
#ifndef URLSIEVE_DOCUMENTS_JSON_JSON_LIBRARIES_HPP
#define URLSIEVE_DOCUMENTS_JSON_JSON_LIBRARIES_HPP

#include <vector>

#include "src/text/library_version.hpp"

namespace urlsieve {

[[nodiscard]] std::vector<library_version> json_libraries();

}  // namespace urlsieve

#endif
