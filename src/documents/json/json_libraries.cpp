#include "src/documents/json/json_libraries.hpp"

#include <simdjson.h>

namespace urlsieve {

std::vector<library_version> json_libraries() {
  return {{"simdjson", dotted(+simdjson::SIMDJSON_VERSION_MAJOR, +simdjson::SIMDJSON_VERSION_MINOR,
                              +simdjson::SIMDJSON_VERSION_REVISION) +
                           " (" + std::string(simdjson::get_active_implementation()->name()) + ")"}};
}

}  // namespace urlsieve
