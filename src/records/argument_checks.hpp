// Checks the names of rows and outputs before any work.
#ifndef URLSIEVE_RECORDS_ARGUMENT_CHECKS_HPP
#define URLSIEVE_RECORDS_ARGUMENT_CHECKS_HPP

#include <string>
#include <vector>

#include "urlsieve/error.hpp"

namespace urlsieve {

// Fails with error_code::no_such_input if a local file of `rows` does not exist, and with error_code::usage
// without rows, or if standard input ("-") occurs twice.
[[nodiscard]] result<void> check_rows(const std::vector<std::string>& rows);

// Fails with error_code::usage if `output` is a file of `rows`, or is in an output directory that `rows`
// names whole or by a shard. The output need not exist.
[[nodiscard]] result<void> check_output(const std::string& output, const std::vector<std::string>& rows);

// Returns true if two paths name one place, also if the file does not exist.
[[nodiscard]] bool have_equal_paths(const std::string& a, const std::string& b);

}  // namespace urlsieve

#endif
