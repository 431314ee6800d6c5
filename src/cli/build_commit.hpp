// The commit that the program was built from; its source is written at build time (cmake/build_commit.cmake).
#ifndef URLSIEVE_CLI_BUILD_COMMIT_HPP
#define URLSIEVE_CLI_BUILD_COMMIT_HPP

#include <string_view>

namespace urlsieve::cli {

// "93f2b900c3a1", with "-dirty" behind it where files that git knows were changed since; empty where the
// source was no clone.
extern const std::string_view build_commit;

}  // namespace urlsieve::cli

#endif
