// The page of help of a subcommand, from its options as they are declared.
#ifndef URLSIEVE_CLI_HELP_DECLARED_PAGE_HPP
#define URLSIEVE_CLI_HELP_DECLARED_PAGE_HPP

#include <CLI/App.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/help/command_words.hpp"
#include "src/cli/help/help_page.hpp"

namespace urlsieve::cli {

// Options stand in the groups and the order of their declaration; those that are common, and help, go
// into a group before all others, in the order of words.common. `words` must outlive the page.
[[nodiscard]] help_page declared_page(const CLI::App& flags, const command_words& words);

// The words of a type name: those of "a|b|c", of which one is meant, and those of "a,b,c", which may be
// joined.
[[nodiscard]] std::vector<std::string> words_in(std::string_view type_name);

}  // namespace urlsieve::cli

#endif
