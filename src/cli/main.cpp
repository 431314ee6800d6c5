// urlsieve: parses the command line, runs the subcommand, and returns its result as an exit code.
#include <malloc.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "src/cli/command.hpp"
#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/flag_words.hpp"
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
#include "src/pipeline/resources.hpp"
#include "src/transfer/remote_name.hpp"

namespace {

// True for --help, which shows the whole page; -h, the same flag, shows a short page.
bool wants_whole_help(std::span<char* const> arguments) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [](std::string_view word) { return word == "--help"; });
}

int show(const urlsieve::cli::help_page& page, bool all) {
  namespace cli = urlsieve::cli;
  const cli::coloring colored(cli::color_choice::automatic, STDOUT_FILENO);
  const std::size_t width = cli::page_width(STDOUT_FILENO);
  return cli::print_help(all ? cli::whole_help(page, width, colored) : cli::short_help(page, width, colored));
}

int run_subcommand(const urlsieve::cli::subcommand& entry, std::span<char*> arguments) {
  namespace cli = urlsieve::cli;
  const std::unique_ptr<cli::command> command = entry.make();
  CLI::App flags("", std::string(entry.name));
  command->declare(flags);
  try {
    std::vector<std::string> typed = cli::with_progress_word({arguments.begin() + 1, arguments.end()});
    std::reverse(typed.begin(), typed.end());
    flags.parse(std::move(typed));
  } catch (const CLI::CallForHelp&) {
    return show(cli::declared_page(flags, command->words()), wants_whole_help(arguments));
  } catch (const CLI::ParseError& problem) {
    cli::print_usage_error(cli::usage_error(flags, problem), entry.name);
    return cli::wrong_usage;
  }
  return command->run();
}

// Handles a command line without subcommand.
int run_program(std::span<char*> arguments) {
  namespace cli = urlsieve::cli;
  CLI::App flags("", "urlsieve");
  cli::declare_program(flags);
  try {
    flags.parse(static_cast<int>(arguments.size()), arguments.data());
  } catch (const CLI::CallForHelp&) {
    return show(cli::page_of_program(), wants_whole_help(arguments));
  } catch (const CLI::CallForVersion& version) {
    return cli::print_help(std::string(version.what()) + '\n');
  } catch (const CLI::ParseError& problem) {
    cli::print_usage_error(cli::usage_error(flags, problem), "");
    return cli::wrong_usage;
  }
  cli::print_usage_error("a subcommand is missing", "");
  return cli::wrong_usage;
}

// Returns the remedy for a first argument that is no subcommand: an input, or a misspelled subcommand.
std::string remedy_for(std::string_view first) {
  namespace cli = urlsieve::cli;
  std::error_code ignored;
  if (urlsieve::is_remote_name(first) || std::filesystem::exists(first, ignored))
    return "; to find the URLs in an input: urlsieve extract " + cli::as_typed(first);
  return cli::did_you_mean(first, cli::names_of_subcommands());
}

// Declares only the flags of the named subcommand: declaring all flags takes longer than reading a small
// file.
int run(std::span<char*> arguments) {
  namespace cli = urlsieve::cli;
  const std::string_view first = arguments.size() > 1 ? arguments[1] : "";
  if (const cli::subcommand* const entry = cli::find_subcommand(first))
    return run_subcommand(*entry, arguments.subspan(1));
  if (first.empty() || first.front() == '-') return run_program(arguments);
  cli::print_usage_error("no subcommand is called '" + std::string(first) + "'" + remedy_for(first), "");
  return cli::wrong_usage;
}

// Prints the error that ended the run, without allocating memory, because there may be none.
void print_failure(const char* problem, const char* before = "") {
  urlsieve::cli::print_bytes("urlsieve: ");
  urlsieve::cli::print_bytes(before);
  urlsieve::cli::print_bytes(problem);
  urlsieve::cli::print_bytes("\n");
}

// Terminates the run after an exception that no caller can catch, for example from a thread pool that cannot
// start threads. The exit code is that of any failure; unfinished output has not been published. Several
// threads may get here: the first thread prints, the others wait for the end.
[[noreturn]] void fail_at_once() noexcept {
  static std::atomic_flag has_printed = ATOMIC_FLAG_INIT;
  while (has_printed.test_and_set()) ::pause();
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
    print_failure("an error without a name ended the run");
  } catch (const std::exception& problem) {
    print_failure(problem.what(), "the run cannot continue: ");
  } catch (...) {
    print_failure("an error without a name ended the run");
  }
  ::_exit(urlsieve::cli::run_failed);
}

// Returns large blocks to the system at once, because --memory limits the whole process: glibc would keep
// blocks up to the largest size ever freed, up to 32 MiB. Smaller blocks stay, because the next batch needs
// them again.
void return_large_blocks() {
#ifdef __GLIBC__
  constexpr int large = 4 << 20;
  ::mallopt(M_MMAP_THRESHOLD, large);
  ::mallopt(M_TRIM_THRESHOLD, large);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  return_large_blocks();
  urlsieve::allow_most_open_files();
  // A broken pipe is reported to the writer as EPIPE.
  std::signal(SIGPIPE, SIG_IGN);
  // A write beyond `ulimit -f` fails with EFBIG instead of killing the run.
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_terminate(fail_at_once);
  urlsieve::cli::reserve_standard_streams();
  try {
    return run({argv, static_cast<std::size_t>(argc)});
  } catch (const std::bad_alloc&) {
    print_failure("out of memory");
    return urlsieve::cli::run_failed;
  } catch (const std::exception& problem) {
    urlsieve::cli::print_message(urlsieve::cli::in_flags(problem.what()));
    return urlsieve::cli::run_failed;
  }
}
