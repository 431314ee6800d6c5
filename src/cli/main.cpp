// urlsieve: prepares the process, runs the command line, and returns its result as an exit code.
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstddef>
#include <exception>
#include <new>

#include "src/cli/command_line.hpp"
#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/heap.hpp"
#include "src/cli/help/flag_text.hpp"
#include "src/pipeline/resources.hpp"

namespace {

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

}  // namespace

int main(int argc, char** argv) {
  urlsieve::cli::return_large_blocks();
  urlsieve::allow_most_open_files();
  // A broken pipe is reported to the writer as EPIPE.
  std::signal(SIGPIPE, SIG_IGN);
  // A write beyond `ulimit -f` fails with EFBIG instead of killing the run.
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_terminate(fail_at_once);
  urlsieve::cli::reserve_standard_streams();
  try {
    return urlsieve::cli::run_command_line({argv, static_cast<std::size_t>(argc)});
  } catch (const std::bad_alloc&) {
    print_failure("out of memory");
    return urlsieve::cli::run_failed;
  } catch (const std::exception& problem) {
    urlsieve::cli::print_message(urlsieve::cli::in_flags(problem.what()));
    return urlsieve::cli::run_failed;
  }
}
