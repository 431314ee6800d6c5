// Builds the help page of a subcommand from its declared options.
#ifndef URLSIEVE_CLI_HELP_DECLARED_PAGE_HPP
#define URLSIEVE_CLI_HELP_DECLARED_PAGE_HPP

#include <CLI/App.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/help/command_words.hpp"
#include "src/cli/help/help_page.hpp"

namespace urlsieve::cli {

// Returns the page. Options keep the groups and the order of their declaration; common options and help form
// the first group, in the order of words.common. `words` must outlive the page.
[[nodiscard]] help_page declared_page(const CLI::App& flags, const command_words& words);

// Returns the words in a type name: the alternatives in "a|b|c", or the list items in "a,b,c".
[[nodiscard]] std::vector<std::string> words_in(std::string_view type_name);

}  // namespace urlsieve::cli

#endif
