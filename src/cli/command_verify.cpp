// urlsieve verify: whether output directories are what they say.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

#include "src/cli/command.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/flag_words.hpp"
#include "src/cli/flags.hpp"
#include "src/cli/line_writer.hpp"
#include "src/cli/progress.hpp"
#include "src/cli/saying.hpp"
#include "src/cli/signals.hpp"
#include "src/text/visible.hpp"
#include "urlsieve/verify_shards.hpp"

namespace urlsieve::cli {

namespace {

constexpr const char* examples =
    R"(Reads all of each DIR: the names in it, _SUCCESS and the checksum in it, the manifest, and of each shard size, checksum, lines, columns,
first and last URL, their order, that none stands twice, and that each belongs to its shard. Prints a line for what is
wrong, nothing else.

Exit code: 0 all is as it should be; 1 something is not; 2 wrong usage, or no such DIR; 3 the check could not be made.)";

class verify_command final : public command {
 public:
  void declare(CLI::App& app) override {
    flags_ = app.add_subcommand("verify", "Check the shards of a run against its manifest");
    flags_->footer(examples);
    flags_->add_option("DIR", directories_, "Output directories")->required()->type_name("");
    flags_->add_option("--threads", threads_, "Number of threads (default: one a processor)")
        ->check(CLI::Range(1U, 1024U).description(""))
        ->type_name("N");
    add_reader_memory_flag(*flags_, memory_);
    add_mark_flag(*flags_, mark_);
    flags_->add_flag("-q,--quiet", quiet_, "The exit code alone");
  }

  int run() override {
    run_monitor monitor;
    result<verify_report> done = tl::unexpected(error{error_code::interrupted, ""});
    {
      const progress line(monitor, !quiet_ && progress::possible());
      const signal_watch watch(monitor.stop);
      done = verify_shards(directories_, threads_, mark_, &monitor, memory_);
    }
    if (!done) {
      say(done.error());
      if (done.error().code == error_code::interrupted) signal_watch::end_by_signal();
      return exit_code_of(done.error().code);
    }
    line_writer out;
    if (!quiet_)
      for (const std::string& fault : done->faults) out.add(visible(in_flags(fault)));
    if (const result<void> written = out.flush();
        !written && written.error().code != error_code::closed_output) {
      say(written.error());
      return exit_code_of(written.error().code);
    }
    return done->faults.empty() ? all_read : some_damaged;
  }

 private:
  std::vector<std::string> directories_;
  unsigned threads_ = 0;
  std::uint64_t memory_ = 0;
  mark_demand mark_ = mark_demand::required;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<command> make_verify_command() {
  return std::make_unique<verify_command>();
}

}  // namespace urlsieve::cli
