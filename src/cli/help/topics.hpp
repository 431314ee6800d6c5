// The topics of `urlsieve help`, besides the pages of subcommands.
#ifndef URLSIEVE_CLI_HELP_TOPICS_HPP
#define URLSIEVE_CLI_HELP_TOPICS_HPP

#include <span>
#include <vector>

#include "src/cli/help/help_page.hpp"

namespace urlsieve::cli {

// Returns the names and summaries, in the order of the list.
[[nodiscard]] std::span<const explained_word> topics();

// Returns the page of a topic. Requires: topics() lists `name`.
[[nodiscard]] help_page topic_page(std::string_view name);

// Returns the page of the program, without its subcommands.
[[nodiscard]] help_page program_page();

}  // namespace urlsieve::cli

#endif
