// The output of --version.
#ifndef URLSIEVE_CLI_VERSION_TEXT_HPP
#define URLSIEVE_CLI_VERSION_TEXT_HPP

#include <string>

namespace urlsieve::cli {

// Returns "urlsieve 0.2.0".
[[nodiscard]] std::string version_line();

// Returns the version line and a line for each fact that matters in a bug report: commit, compiler, kernels,
// libraries. The last line has no line end.
[[nodiscard]] std::string version_lines();

}  // namespace urlsieve::cli

#endif
