// The program as it is declared: its subcommands, its own flags, and the pages of help that come of them.
#ifndef URLSIEVE_CLI_PROGRAM_HPP
#define URLSIEVE_CLI_PROGRAM_HPP

#include <CLI/App.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/command.hpp"
#include "src/cli/help/completion_script.hpp"
#include "src/cli/help/help_page.hpp"

namespace urlsieve::cli {

struct subcommand {
  std::string_view name;
  std::unique_ptr<command> (*make)();
};

// In the order in which help lists them.
[[nodiscard]] std::span<const subcommand> subcommands();

// Null: there is none of this name.
[[nodiscard]] const subcommand* find_subcommand(std::string_view name);

[[nodiscard]] std::vector<std::string> names_of_subcommands();

// The flags of the program where no subcommand is named.
void declare_program(CLI::App& flags);

[[nodiscard]] help_page page_of_program();
[[nodiscard]] help_page page_of(const subcommand& one);

// For man(1). That of the program has the topics of help, too.
[[nodiscard]] std::string manual_of_program();
[[nodiscard]] std::string manual_of(const subcommand& one);

// What completion scripts are made of.
[[nodiscard]] completed_program completed();

}  // namespace urlsieve::cli

#endif
