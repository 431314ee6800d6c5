// The versions of the libraries that this module uses.
#ifndef URLSIEVE_PIPELINE_PIPELINE_LIBRARIES_HPP
#define URLSIEVE_PIPELINE_PIPELINE_LIBRARIES_HPP

#include <vector>

#include "src/text/library_version.hpp"

namespace urlsieve {

[[nodiscard]] std::vector<library_version> pipeline_libraries();

}  // namespace urlsieve

#endif
