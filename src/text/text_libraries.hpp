// Reports the versions of the libraries that this module uses.
#ifndef URLSIEVE_TEXT_TEXT_LIBRARIES_HPP
#define URLSIEVE_TEXT_TEXT_LIBRARIES_HPP

#include <vector>

#include "src/text/library_version.hpp"

namespace urlsieve {

[[nodiscard]] std::vector<library_version> text_libraries();

}  // namespace urlsieve

#endif
