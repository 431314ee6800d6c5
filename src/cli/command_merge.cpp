// urlsieve merge: merges the shards of several runs into the shards of one run.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <array>
#include <memory>
#include <string>

#include "src/cli/closing.hpp"
#include "src/cli/command.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/failed_run.hpp"
#include "src/cli/field_flags.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/progress.hpp"
#include "src/cli/reader_flags.hpp"
#include "src/cli/signals.hpp"
#include "urlsieve/merge_shards.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, 1> merge_paragraphs{
    "Each URL once, as if one run had read all inputs: counts are added up, sources united, all else is that "
    "of "
    "the first DIR that has it. The runs must agree in what shapes a URL (ladder, conventions ...), in the "
    "partition, the order and, without --fields, the fields. Streams: needs no memory for the URLs. More "
    "DIRs than "
    "open files or --memory allow are merged in several steps, and the result is the same."};
constexpr std::array<help_example, 7> merge_examples{{
    {"Two runs", "urlsieve merge monday tuesday -o both"},
    {"Compressed", "urlsieve merge seen new -o seen.next --compress zstd"},
    {"Any number of them", "ls -d runs/* | urlsieve merge --dirs-from - -o all"},
    {"Into another number of shards", "urlsieve merge small -o large --reshard 256"},
    {"One process a shard, on as many machines as there are", "urlsieve merge part-* --shard 7 -o shard-7"},
    {"Then together again", "urlsieve merge shard-* -o all"},
    {"With columns that the runs do not have", "urlsieve merge run -o columns --fields url,host,domain"},
}};
constexpr std::array<explained_word, 3> merge_exit_codes{{
    {"0", "merged"},
    {"2", "wrong usage, no such DIR, or runs that do not fit together"},
    {"3", "the merge failed (a damaged shard, a DIR without _SUCCESS, a full disk): there is no output then"},
}};
constexpr std::array<std::string_view, 5> merge_common{"--output", "--reshard", "--compress", "--force",
                                                       "--quiet"};
constexpr command_words words_of_merge{"merge",        "merge the shards of several runs into one",
                                       merge_common,   merge_paragraphs,
                                       merge_examples, merge_exit_codes};

class merge_command final : public command {
 public:
  [[nodiscard]] const command_words& words() const override { return words_of_merge; }

  void declare(CLI::App& flags) override {
    flags.add_option("DIR", options_.directories, "Output directories, in the order of their inputs")
        ->type_name("");
    flags
        .add_option("--dirs-from", options_.directories_from,
                    "Read the names of more of them from FILE, one a line (-: standard input)")
        ->type_name("FILE");
    flags.add_option("-o,--output", options_.output, "Write the shards into DIR")
        ->required()
        ->type_name("DIR");
    add_number(flags, "--reshard", options_.reshard, 1, 65536, "as many as there are",
               "Make this many shards");
    add_number(flags, "--shard", options_.only_shard, 0, 65535, "",
               "Make only the shard of this number; merge joins such outputs");
    add_fields_flag(
        flags, options_.fields, [](field) { return true; },
        "The columns of a row: those that the DIRs have, and those of a URL, which are made")
        ->default_str("those of the DIRs");
    add_merge_flags(flags, options_.compress, options_.memory);
    flags
        .add_option("--tmpdir", options_.temporary,
                    "Where rows of directories lie that cannot be open at a time")
        ->default_str("beside the output")
        ->type_name("DIR");
    add_mark_flag(flags, options_.mark);
    add_choice<revision_policy>(
        flags, "--bad-revision", options_.bad_revision,
        {{"fault", revision_policy::fault}, {"ok", revision_policy::ok}},
        "Whether DIRs whose URLs were made under other revisions of the rules are refused");
    add_request_flags(flags, options_.remote);
    flags.add_flag("--force", options_.force,
                   "Replace DIR if it is an output of urlsieve, and none of those that are merged");
    add_threads_flag(flags, options_.threads);
    add_progress_flag(flags, progress_);
    flags.add_flag("-q,--quiet", quiet_, "Nothing on standard error but what ends the run");
  }

  int run() override {
    const closing ending(quiet_);
    run_monitor monitor;
    result<manifest> done = tl::unexpected(error{error_code::interrupted, ""});
    {
      progress line(monitor, task::merging, progress_, quiet_);
      line.print_events(monitor, options_.remote, quiet_);
      const signal_watch watch(monitor.stop);
      done = merge_shards(options_, &monitor);
    }
    if (done) {
      ending.say(merged(*done, monitor.unique, monitor.documents), options_.output);
      return all_read;
    }
    return end_failed_run(done.error(), words_of_merge.name);
  }

 private:
  merge_options options_;
  progress_choice progress_ = progress_choice::automatic;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<command> make_merge_command() {
  return std::make_unique<merge_command>();
}

}  // namespace urlsieve::cli
