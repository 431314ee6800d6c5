#include "src/url/url_libraries.hpp"

#include <libpsl.h>

#include "src/text/lazy_library.hpp"

namespace urlsieve {

std::vector<library_version> url_libraries() {
  const lazy_library library(URLSIEVE_PSL_LIBRARY);
  URLSIEVE_LATE_FUNCTION(library, psl_get_version);
  return {{"libpsl", psl_get_version()}};
}

}  // namespace urlsieve
