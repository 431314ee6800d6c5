// What --version says.
#ifndef URLSIEVE_CLI_VERSION_TEXT_HPP
#define URLSIEVE_CLI_VERSION_TEXT_HPP

#include <string>

namespace urlsieve::cli {

// "urlsieve 0.1.0"
[[nodiscard]] std::string version_line();

// That line, and one for each fact that may matter to who reads about a fault: from which commit and by which
// compiler this was built, which kernels run here, which libraries do. No line end behind the last one.
[[nodiscard]] std::string version_lines();

}  // namespace urlsieve::cli

#endif
