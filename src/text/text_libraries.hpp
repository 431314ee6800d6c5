// Reports the versions of the libraries whose headers this module compiles. RE2 (pattern.hpp) states no
// version.
#ifndef URLSIEVE_TEXT_TEXT_LIBRARIES_HPP
#define URLSIEVE_TEXT_TEXT_LIBRARIES_HPP

#include <vector>

#include "src/text/library_version.hpp"

namespace urlsieve {

// Returns the versions of Highway and xxHash. Loads no library.
[[nodiscard]] std::vector<library_version> text_libraries();

}  // namespace urlsieve

#endif
