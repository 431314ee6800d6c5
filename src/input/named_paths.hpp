// What the user named is looked for before any work: an argument that names nothing is a slip of the pen.
#ifndef URLSIEVE_INPUT_NAMED_PATHS_HPP
#define URLSIEVE_INPUT_NAMED_PATHS_HPP

#include <span>
#include <string>

#include "urlsieve/error.hpp"

namespace urlsieve {

// error_code::no_such_input with the first of the paths that names nothing, and how many more there are. "-"
// always names something, and so does a URL, which is asked for when its turn comes; so does what cannot be
// looked at, which whoever opens it will tell.
[[nodiscard]] result<void> find_named(std::span<const std::string> paths);

// Likewise of output directories, of which nothing is asked here where they are URLs. error_code::usage where
// one is no directory, or is a URL that has a password: names of directories are shown.
[[nodiscard]] result<void> find_outputs(std::span<const std::string> paths);

// Likewise; error_code::usage where one is no directory, or is a URL.
[[nodiscard]] result<void> find_directories(std::span<const std::string> paths);

}  // namespace urlsieve

#endif
