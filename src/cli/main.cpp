// urlsieve: reads what was typed, runs the subcommand, and turns what came of it into an exit code.
#include <malloc.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <csignal>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "src/cli/command.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/flag_words.hpp"
#include "src/cli/saying.hpp"
#include "src/text/visible.hpp"
#include "urlsieve/version.hpp"

namespace {

struct subcommand {
  std::string_view name;
  std::unique_ptr<urlsieve::cli::command> (*make)();
};

// In the order in which --help lists them.
constexpr std::array subcommands{
    subcommand{"extract", urlsieve::cli::make_extract_command},
    subcommand{"normalize", urlsieve::cli::make_normalize_command},
    subcommand{"resolve", urlsieve::cli::make_resolve_command},
    subcommand{"parse", urlsieve::cli::make_parse_command},
    subcommand{"compare", urlsieve::cli::make_compare_command},
    subcommand{"merge", urlsieve::cli::make_merge_command},
    subcommand{"verify", urlsieve::cli::make_verify_command},
    subcommand{"stats", urlsieve::cli::make_stats_command},
};

// The subcommand that the first argument names; all of them where it names none. To declare the flags of all
// takes longer than to read a small file.
std::vector<std::unique_ptr<urlsieve::cli::command>> named_first(int argc, char** argv) {
  std::vector<std::unique_ptr<urlsieve::cli::command>> made;
  for (const subcommand& one : subcommands)
    if (argc > 1 && one.name == argv[1]) made.push_back(one.make());
  if (made.empty())
    for (const subcommand& one : subcommands) made.push_back(one.make());
  return made;
}

int run(int argc, char** argv) {
  namespace cli = urlsieve::cli;
  CLI::App app(
      "Streams through very large text and gives back the URLs in it: found, resolved, normalized, "
      "deduplicated.",
      "urlsieve");
  app.set_version_flag("--version", "urlsieve " + std::string(urlsieve::version));
  app.require_subcommand(1);
  app.failure_message([](const CLI::App* failed, const CLI::Error& problem) {
    const CLI::App* named = failed;
    for (const CLI::App* sub : failed->get_subcommands()) named = sub;
    return fmt::format("urlsieve: {}\nurlsieve {}{}--help tells more.\n", urlsieve::visible(problem.what()),
                       named == failed ? "" : named->get_name(), named == failed ? "" : " ");
  });
  app.footer("urlsieve SUBCOMMAND --help tells more.");

  std::vector<std::unique_ptr<cli::command>> commands = named_first(argc, argv);
  for (const std::unique_ptr<cli::command>& command : commands) command->declare(app);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    const int code = app.exit(problem);
    return code == 0 ? cli::all_read : cli::wrong_usage;
  }
  for (const std::unique_ptr<cli::command>& command : commands) {
    if (command->named()) return command->run();
  }
  return cli::wrong_usage;
}

// What ended the run, without asking for memory: there may be none.
void say_plainly(const char* problem, const char* before = "") {
  urlsieve::cli::say_bytes("urlsieve: ");
  urlsieve::cli::say_bytes(before);
  urlsieve::cli::say_bytes(problem);
  urlsieve::cli::say_bytes("\n");
}

// An exception that no caller can catch, as of a thread pool that gets no more threads, ends the run like any
// other failure: what is unfinished has not been published.
[[noreturn]] void fail_at_once() noexcept {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
    say_plainly("ended by an error without a name");
  } catch (const std::exception& problem) {
    say_plainly(problem.what(), "the run cannot go on: ");
  } catch (...) {
    say_plainly("ended by an error without a name");
  }
  ::_exit(urlsieve::cli::run_failed);
}

// What is large is freed to the machine at once: glibc would keep blocks as large as the largest that was
// ever freed, up to 32 MiB, and --memory bounds what the process has.
void give_large_blocks_back() {
#ifdef __GLIBC__
  constexpr int large = 4 << 20;
  ::mallopt(M_MMAP_THRESHOLD, large);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  give_large_blocks_back();
  // A reader that goes away is seen as EPIPE by whoever writes.
  std::signal(SIGPIPE, SIG_IGN);
  std::set_terminate(fail_at_once);
  urlsieve::cli::keep_standard_streams_apart();
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    say_plainly("out of memory");
    return urlsieve::cli::run_failed;
  } catch (const std::exception& problem) {
    urlsieve::cli::say(urlsieve::cli::in_flags(problem.what()));
    return urlsieve::cli::run_failed;
  }
}
