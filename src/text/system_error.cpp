#include "src/text/system_error.hpp"

#include <string>
#include <system_error>
#include <utility>

#include "src/text/resource_exhaustion.hpp"

namespace urlsieve {

error system_error(error_code code, std::string_view verb, std::string_view path, int number) {
  std::string message = "cannot ";
  message.append(verb).append(1, ' ').append(path).append(": ").append(
      std::generic_category().message(number));
  return {is_resource_exhaustion(number) ? error_code::out_of_memory : code, std::move(message)};
}

}  // namespace urlsieve
