#include "src/input/input_libraries.hpp"

#include <archive.h>

#include "src/text/lazy_library.hpp"

namespace urlsieve {

std::vector<library_version> input_libraries() {
  const lazy_library library(URLSIEVE_ARCHIVE_LIBRARY);
  URLSIEVE_LATE_FUNCTION(library, archive_version_number);
  const int number = archive_version_number();
  return {{"libarchive", dotted(number / 1000000, number / 1000 % 1000, number % 1000)}};
}

}  // namespace urlsieve
