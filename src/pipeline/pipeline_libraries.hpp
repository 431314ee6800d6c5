// Returns the versions of the libraries of this module: the version of oneTBB that is loaded at run time.
#ifndef URLSIEVE_PIPELINE_PIPELINE_LIBRARIES_HPP
#define URLSIEVE_PIPELINE_PIPELINE_LIBRARIES_HPP

#include <vector>

#include "src/text/library_version.hpp"

namespace urlsieve {

[[nodiscard]] std::vector<library_version> pipeline_libraries();

}  // namespace urlsieve

#endif
