// urlsieve merge: the shards of several runs become those of one.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "src/cli/command.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/flags.hpp"
#include "src/cli/progress.hpp"
#include "src/cli/saying.hpp"
#include "src/cli/signals.hpp"
#include "urlsieve/merge_shards.hpp"

namespace urlsieve::cli {

namespace {

constexpr const char* examples =
    R"(Each URL once, as if one run had read all inputs: counts are added up, sources united, all else is that of the
first DIR that has it. The runs must agree in what shapes a URL (ladder, conventions ...), in the partition, the order
and the fields. Streams: needs no memory for the URLs.

Examples:
  urlsieve merge monday tuesday -o both
  urlsieve merge seen new -o seen.next --compress zstd
  urlsieve merge small -o large --reshard 256
  urlsieve merge part-* --shard 7 -o shard-7           one process a shard, on as many machines as there are;
  urlsieve merge shard-* -o all                        then together again

Exit code: 0 merged; 2 wrong usage, no such DIR, or runs that do not fit together; 3 the merge failed (a damaged shard, a
DIR without _SUCCESS, a full disk): there is no output then.)";

class merge_command final : public command {
 public:
  void declare(CLI::App& app) override {
    flags_ = app.add_subcommand("merge", "Merge the shards of several runs into one");
    flags_->footer(examples);
    flags_->add_option("DIR", options_.directories, "Output directories, in the order of their inputs")
        ->required()
        ->type_name("");
    flags_->add_option("-o,--output", options_.output, "Write the shards into DIR")
        ->required()
        ->type_name("DIR");
    flags_->add_option("--reshard", options_.reshard, "Make this many shards (default: as many as there are)")
        ->check(CLI::Range(1U, 65536U).description(""))
        ->type_name("N");
    flags_->add_option("--shard", shard_, "Make only the shard of this number; merge joins such outputs")
        ->check(CLI::Range(0U, 65535U).description(""))
        ->type_name("I");
    add_merge_flags(*flags_, options_.compress, options_.memory);
    add_mark_flag(*flags_, options_.mark);
    flags_->add_flag("--force", options_.force,
                     "Replace DIR if it is an output of urlsieve, and none of those that are merged");
    flags_->add_option("--threads", options_.threads, "Number of threads (default: one a processor)")
        ->check(CLI::Range(1U, 1024U).description(""))
        ->type_name("N");
    flags_->add_flag("-q,--quiet", quiet_, "Nothing on standard error but what ends the run");
  }

  int run() override {
    if (flags_->count("--shard") != 0) options_.only_shard = shard_;
    run_monitor monitor;
    result<manifest> done = tl::unexpected(error{error_code::interrupted, ""});
    {
      progress line(monitor, !quiet_ && progress::possible());
      if (!quiet_) {
        monitor.on_warning = [&](std::string_view warning) { line.say(fmt::format("warning: {}", warning)); };
      }
      const signal_watch watch(monitor.stop);
      done = merge_shards(options_, &monitor);
    }
    if (done) return all_read;
    say(done.error());
    if (done.error().code == error_code::interrupted) signal_watch::end_by_signal();
    return exit_code_of(done.error().code);
  }

 private:
  merge_options options_;
  std::uint32_t shard_ = 0;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<command> make_merge_command() {
  return std::make_unique<merge_command>();
}

}  // namespace urlsieve::cli
