// The help texts of a subcommand, besides its options.
#ifndef URLSIEVE_CLI_HELP_COMMAND_WORDS_HPP
#define URLSIEVE_CLI_HELP_COMMAND_WORDS_HPP

#include <span>
#include <string_view>

#include "src/cli/help/help_page.hpp"

namespace urlsieve::cli {

struct command_words {
  std::string_view name;
  std::string_view summary;
  std::span<const std::string_view> common;  // options in short help: "--output"
  std::span<const std::string_view> paragraphs;
  std::span<const help_example> examples;
  std::span<const explained_word> exit_codes;
};

}  // namespace urlsieve::cli

#endif
