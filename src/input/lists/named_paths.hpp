// Checks that the paths the user named exist, before any work begins: a missing path is likely a typing
// error.
#ifndef URLSIEVE_INPUT_LISTS_NAMED_PATHS_HPP
#define URLSIEVE_INPUT_LISTS_NAMED_PATHS_HPP

#include <span>
#include <string>

#include "urlsieve/error.hpp"

namespace urlsieve {

// Fails with error_code::no_such_input if a path does not exist. The message names the first missing path and
// counts the others. Accepts "-", URLs (checked when opened), and paths that exist but cannot be examined
// (reported when opened).
[[nodiscard]] result<void> find_named(std::span<const std::string> paths);

// Checks output directories like find_named(). Fails with error_code::usage if a path is no directory, or is
// a URL with a password, because directory names are printed.
[[nodiscard]] result<void> find_outputs(std::span<const std::string> paths);

// Checks local directories like find_outputs(). Fails with error_code::usage also for a URL.
[[nodiscard]] result<void> find_directories(std::span<const std::string> paths);

}  // namespace urlsieve

#endif
