#include "src/text/text_libraries.hpp"

#include <hwy/highway.h>
#include <xxhash.h>

namespace urlsieve {

std::vector<library_version> text_libraries() {
  return {{"Highway", dotted(HWY_MAJOR, HWY_MINOR, HWY_PATCH)},
          {"xxHash", dotted(XXH_VERSION_MAJOR, XXH_VERSION_MINOR, XXH_VERSION_RELEASE)}};
}

}  // namespace urlsieve
