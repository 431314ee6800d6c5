// Scripts that complete command lines of the program in shells: subcommands, options, the words of choices
// and lists, files and directories.
#ifndef URLSIEVE_CLI_HELP_COMPLETION_SCRIPT_HPP
#define URLSIEVE_CLI_HELP_COMPLETION_SCRIPT_HPP

#include <string>
#include <vector>

#include "src/cli/help/help_page.hpp"

namespace urlsieve::cli {

// What is completed: the page of the program, whose first list has the subcommands, and the pages of these.
struct completed_program {
  help_page program;
  std::vector<help_page> subcommands;
};

// For bash with the package bash-completion, as its file completions/urlsieve.
[[nodiscard]] std::string bash_completion(const completed_program& of);

// For zsh, as the file _urlsieve of a folder of $fpath.
[[nodiscard]] std::string zsh_completion(const completed_program& of);

// For fish, as its file vendor_completions.d/urlsieve.fish.
[[nodiscard]] std::string fish_completion(const completed_program& of);

}  // namespace urlsieve::cli

#endif
