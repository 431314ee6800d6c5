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

// The headings of the first and the last group of options. An option is declared with the group
// common_options or expert_options to be listed there.
inline constexpr std::string_view common_options = "Common options";
inline constexpr std::string_view expert_options = "Expert options";

// Returns the page. Options keep the groups and the order of their declaration. The first group has the
// options in words.common, in this order, then the options of the group common_options, and help. The group
// expert_options is the last group. `words` must outlive the page.
[[nodiscard]] help_page declared_page(const CLI::App& flags, const command_words& words);

// Returns the words in a type name: the alternatives in "a|b|c", or the list items in "a,b,c".
[[nodiscard]] std::vector<std::string> words_in(std::string_view type_name);

}  // namespace urlsieve::cli

#endif
