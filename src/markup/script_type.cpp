#include "src/markup/script_type.hpp"

#include "src/text/ascii.hpp"

namespace urlsieve {

bool is_javascript_type(std::string_view essence) {
  const std::string_view subtype = essence.substr(essence.find('/') + 1);
  return ascii::is_one_of(subtype, {"x-javascript", "ecmascript", "x-ecmascript", "jscript", "livescript"}) ||
         ascii::begins(subtype, "javascript");
}

}  // namespace urlsieve
