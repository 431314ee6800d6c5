// The commit of the build; cmake/build_commit.cmake writes the source file at build time.
#ifndef URLSIEVE_CLI_BUILD_COMMIT_HPP
#define URLSIEVE_CLI_BUILD_COMMIT_HPP

#include <string_view>

namespace urlsieve::cli {

// "93f2b900c3a1", with "-dirty" appended if tracked files have changed; empty without a git clone.
extern const std::string_view build_commit;

}  // namespace urlsieve::cli

#endif
