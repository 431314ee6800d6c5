// Errors of system calls on files.
#ifndef URLSIEVE_TEXT_SYSTEM_ERROR_HPP
#define URLSIEVE_TEXT_SYSTEM_ERROR_HPP

#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

// Returns the error of a system call that failed with errno `number` on `path`: "cannot write out/x: No space
// left on device". The code is `code`, or error_code::out_of_memory if `number` means a lack of resources.
[[nodiscard]] error system_error(error_code code, std::string_view verb, std::string_view path, int number);

}  // namespace urlsieve

#endif
