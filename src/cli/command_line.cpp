#include "src/cli/command_line.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "src/cli/command.hpp"
#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/help/declared_page.hpp"
#include "src/cli/help/help_text.hpp"
#include "src/cli/help/shell_words.hpp"
#include "src/cli/help/suggestion.hpp"
#include "src/cli/help/usage_error.hpp"
#include "src/cli/help_output.hpp"
#include "src/cli/program.hpp"
#include "src/cli/progress.hpp"
#include "src/cli/terminal/coloring.hpp"
#include "src/cli/terminal/page_width.hpp"
#include "src/transfer/remote_name.hpp"

namespace urlsieve::cli {

namespace {

// True for --help, which shows the whole page; -h, the same flag, shows a short page.
bool wants_whole_help(std::span<char* const> arguments) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [](std::string_view word) { return word == "--help"; });
}

int show(const help_page& page, bool all) {
  const coloring colored(color_choice::automatic, STDOUT_FILENO);
  const std::size_t width = page_width(STDOUT_FILENO);
  return print_help(all ? whole_help(page, width, colored) : short_help(page, width, colored));
}

// A control character, which users do not type in front of a bracket.
constexpr char bracket_guard = '\x01';

// Puts the guard in front of words such as "[Gmail]", which CLI11 would split as lists, and makes the options
// remove the guard.
void guard_brackets(std::vector<std::string>& words, CLI::App& flags) {
  bool is_guarded = false;
  for (std::string& word : words) {
    if (!word.starts_with('[') || !word.ends_with(']')) continue;
    word.insert(0, 1, bracket_guard);
    is_guarded = true;
  }
  if (!is_guarded) return;
  for (CLI::Option* const option : flags.get_options())
    if (option->get_items_expected_max() > 0)
      option->transform([](const std::string& value) {
        return value.starts_with(bracket_guard) ? value.substr(1) : value;
      });
}

int run_subcommand(const subcommand& entry, std::span<char*> arguments) {
  const std::unique_ptr<command> command = entry.make();
  CLI::App flags("", std::string(entry.name));
  command->declare(flags);
  try {
    std::vector<std::string> typed = with_progress_word({arguments.begin() + 1, arguments.end()});
    guard_brackets(typed, flags);
    std::reverse(typed.begin(), typed.end());
    flags.parse(std::move(typed));
  } catch (const CLI::CallForHelp&) {
    return show(declared_page(flags, command->words()), wants_whole_help(arguments));
  } catch (const CLI::ParseError& problem) {
    std::string message = usage_error(flags, problem);
    std::erase(message, bracket_guard);
    print_usage_error(message, entry.name);
    return wrong_usage;
  }
  return command->run();
}

// Handles a command line without subcommand.
int run_program(std::span<char*> arguments) {
  CLI::App flags("", "urlsieve");
  declare_program(flags);
  try {
    flags.parse(static_cast<int>(arguments.size()), arguments.data());
  } catch (const CLI::CallForHelp&) {
    return show(page_of_program(), wants_whole_help(arguments));
  } catch (const CLI::CallForVersion& version) {
    return print_help(std::string(version.what()) + '\n');
  } catch (const CLI::ParseError& problem) {
    print_usage_error(usage_error(flags, problem), "");
    return wrong_usage;
  }
  print_usage_error("a subcommand is missing", "");
  return wrong_usage;
}

// Returns the remedy for a first argument that is no subcommand: an input, or a misspelled subcommand.
std::string remedy_for(std::string_view first) {
  std::error_code ignored;
  if (is_remote_name(first) || std::filesystem::exists(first, ignored))
    return "; to find the URLs in an input: urlsieve extract " + as_typed(first);
  return did_you_mean(first, names_of_subcommands());
}

}  // namespace

// Declares only the flags of the named subcommand: declaring all flags takes longer than reading a small
// file.
int run_command_line(std::span<char*> arguments) {
  const std::string_view first = arguments.size() > 1 ? arguments[1] : "";
  if (const subcommand* const entry = find_subcommand(first))
    return run_subcommand(*entry, arguments.subspan(1));
  if (first.empty() || first.front() == '-') return run_program(arguments);
  print_usage_error("no subcommand is called '" + std::string(first) + "'" + remedy_for(first), "");
  return wrong_usage;
}

}  // namespace urlsieve::cli
