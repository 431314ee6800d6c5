#include "src/input/input_libraries.hpp"

#include <archive.h>
#include <nettle/version.h>

#include "src/text/lazy_library.hpp"

namespace urlsieve {

std::vector<library_version> input_libraries() {
  const lazy_library library(URLSIEVE_ARCHIVE_LIBRARY);
  URLSIEVE_LATE_FUNCTION(library, archive_version_number);
  const int number = archive_version_number();
  const lazy_library checksums(URLSIEVE_NETTLE_LIBRARY);
  URLSIEVE_LATE_FUNCTION(checksums, nettle_version_major);
  URLSIEVE_LATE_FUNCTION(checksums, nettle_version_minor);
  return {{"libarchive", dotted(number / 1000000, number / 1000 % 1000, number % 1000)},
          {"nettle", dotted(nettle_version_major(), nettle_version_minor())}};
}

}  // namespace urlsieve
