// The declared program: its subcommands, its own flags, and their help pages.
#ifndef URLSIEVE_CLI_PROGRAM_HPP
#define URLSIEVE_CLI_PROGRAM_HPP

#include <CLI/App.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/command.hpp"
#include "src/cli/help/completion_script.hpp"
#include "src/cli/help/help_page.hpp"

namespace urlsieve::cli {

// The groups of subcommands in help.
enum class command_group : std::uint8_t { find, single, outputs, cluster, help };

struct subcommand {
  command_group group;
  std::string_view name;
  std::unique_ptr<command> (*make)();
};

// Returns the subcommands in the order of help.
[[nodiscard]] std::span<const subcommand> subcommands();

// Returns null if there is no subcommand with this name.
[[nodiscard]] const subcommand* find_subcommand(std::string_view name);

[[nodiscard]] std::vector<std::string> names_of_subcommands();

// Declares the flags of the program for a command line without subcommand.
void declare_program(CLI::App& flags);

// Return the help pages of the program and of a subcommand, built from the declared flags.
[[nodiscard]] help_page page_of_program();
[[nodiscard]] help_page page_of(const subcommand& entry);

// Return manual pages for man(1). The page of the program includes the help topics.
[[nodiscard]] std::string manual_of_program();
[[nodiscard]] std::string manual_of(const subcommand& entry);

// Returns the input of completion scripts: the pages of the program and of all subcommands.
[[nodiscard]] program_pages all_pages();

}  // namespace urlsieve::cli

#endif
