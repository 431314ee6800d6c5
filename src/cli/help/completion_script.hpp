// Writes shell scripts that complete command lines of the program: subcommands, options, words of choices and
// lists, files and directories.
#ifndef URLSIEVE_CLI_HELP_COMPLETION_SCRIPT_HPP
#define URLSIEVE_CLI_HELP_COMPLETION_SCRIPT_HPP

#include <string>
#include <vector>

#include "src/cli/help/help_page.hpp"

namespace urlsieve::cli {

// The pages to complete: the page of the program, and the pages of its subcommands.
struct program_pages {
  help_page program;
  std::vector<help_page> subcommands;
};

// Returns the script for bash with the package bash-completion (file completions/urlsieve).
[[nodiscard]] std::string bash_completion(const program_pages& pages);

// Returns the script for zsh (file _urlsieve in a directory of $fpath).
[[nodiscard]] std::string zsh_completion(const program_pages& pages);

// Returns the script for fish (file vendor_completions.d/urlsieve.fish).
[[nodiscard]] std::string fish_completion(const program_pages& pages);

}  // namespace urlsieve::cli

#endif
