#include "src/pipeline/pipeline_libraries.hpp"

#include <oneapi/tbb/version.h>

namespace urlsieve {

std::vector<library_version> pipeline_libraries() {
  return {{"oneTBB", ::TBB_runtime_version()}};
}

}  // namespace urlsieve
