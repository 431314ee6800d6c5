// The output of --version.
#ifndef URLSIEVE_CLI_VERSION_TEXT_HPP
#define URLSIEVE_CLI_VERSION_TEXT_HPP

#include <string>
#include <string_view>

namespace urlsieve::cli {

// The commit of the build: "93f2b900c3a1", with "-dirty" appended if tracked files have changed; empty
// without a git clone. cmake/build_commit.cmake writes the source file at build time.
extern const std::string_view build_commit;

// Returns "urlsieve 0.2.0".
[[nodiscard]] std::string version_line();

// Returns the version line and a line for each fact that matters in a bug report: commit, compiler, kernels,
// libraries. The last line has no line end.
[[nodiscard]] std::string version_lines();

}  // namespace urlsieve::cli

#endif
