// The error of a system call on a temporary file.
#ifndef URLSIEVE_RUNS_FILE_ERROR_HPP
#define URLSIEVE_RUNS_FILE_ERROR_HPP

#include <string>
#include <string_view>
#include <system_error>

#include "urlsieve/error.hpp"

namespace urlsieve {

// Returns an error with the message "cannot VERB PATH: REASON", with the reason of the errno `number`.
[[nodiscard]] inline error file_error(error_code code, std::string_view verb, const std::string& path,
                                      int number) {
  return {code, "cannot " + std::string(verb) + ' ' + path + ": " + std::generic_category().message(number)};
}

}  // namespace urlsieve

#endif
