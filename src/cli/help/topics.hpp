// What `urlsieve help` tells beside the pages of subcommands.
#ifndef URLSIEVE_CLI_HELP_TOPICS_HPP
#define URLSIEVE_CLI_HELP_TOPICS_HPP

#include <span>
#include <vector>

#include "src/cli/help/help_page.hpp"

namespace urlsieve::cli {

// Names and summaries, in the order in which they are listed.
[[nodiscard]] std::span<const explained_word> topics();

// REQUIRES: topics() has it.
[[nodiscard]] help_page topic_page(std::string_view name);

// The page of the program itself, with its subcommands.
[[nodiscard]] help_page program_page(std::vector<explained_word> subcommands);

}  // namespace urlsieve::cli

#endif
