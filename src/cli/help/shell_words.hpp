// Formats words for shells.
#ifndef URLSIEVE_CLI_HELP_SHELL_WORDS_HPP
#define URLSIEVE_CLI_HELP_SHELL_WORDS_HPP

#include <string>
#include <string_view>
#include <vector>

#include "src/cli/help/help_page.hpp"

namespace urlsieve::cli {

// Returns `text` in single quotes, for POSIX shells.
[[nodiscard]] std::string in_shell_quotes(std::string_view text);

// Returns the words joined by `divider`.
[[nodiscard]] std::string spaced(const std::vector<std::string>& words, std::string_view divider = " ");

// Returns the nonempty forms of "-o" and "--output".
[[nodiscard]] std::vector<std::string> typed_forms(const help_option& option);

// Returns the name of a subcommand: the word after the last blank.
[[nodiscard]] std::string last_word(std::string_view page_name);

// Returns `word` as a shell reads it: unchanged if no character is special to a shell, else in quotes.
[[nodiscard]] std::string as_typed(std::string_view word);

}  // namespace urlsieve::cli

#endif
