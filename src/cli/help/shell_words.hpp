// Words as shells read them.
#ifndef URLSIEVE_CLI_HELP_SHELL_WORDS_HPP
#define URLSIEVE_CLI_HELP_SHELL_WORDS_HPP

#include <string>
#include <string_view>
#include <vector>

#include "src/cli/help/help_page.hpp"

namespace urlsieve::cli {

// In single quotes, for POSIX shells.
[[nodiscard]] std::string in_shell_quotes(std::string_view text);

// One behind the other, with `divider` between them.
[[nodiscard]] std::string spaced(const std::vector<std::string>& words, std::string_view divider = " ");

// "-o" and "--output", as far as they are there.
[[nodiscard]] std::vector<std::string> typed_forms(const help_option& option);

// The name of a subcommand: what stands behind the last blank.
[[nodiscard]] std::string last_word(std::string_view page_name);

}  // namespace urlsieve::cli

#endif
