// urlsieve update: adds the URLs of inputs to a state, and writes the new URLs.
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/amounts.hpp"
#include "src/cli/closing_line.hpp"
#include "src/cli/command.hpp"
#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/field_flags.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/heap.hpp"
#include "src/cli/help/declared_page.hpp"
#include "src/cli/option_flags.hpp"
#include "src/cli/progress.hpp"
#include "src/cli/signals.hpp"
#include "src/cli/stats_option.hpp"
#include "src/cli/stats_text.hpp"
#include "src/input/lists/listing.hpp"
#include "src/pipeline/leftover_warning.hpp"
#include "urlsieve/update_state.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, 2> update_paragraphs{
    "Reads the INPUTs as extract does, writes the URLs that STATE lacks, and adds all URLs to STATE. The "
    "first update creates STATE. Each update adds a layer of sorted shards; layers are merged from time to "
    "time. extract --seen, merge, get, diff, stats, report and verify read STATE like an output directory.",
    "A later update takes the options that shape URLs and rows from STATE. If inputs have faults, STATE and "
    "the output stay unchanged: --on-error ignore accepts the faults."};
constexpr std::array<help_example, 4> update_examples{{
    {"The new URLs of each day", "urlsieve update state crawl/*.warc.gz -o new"},
    {"New URLs to standard output", "zcat urls.gz | urlsieve update state --input-format urls"},
    {"A state with compressed rows", "urlsieve update state crawl --compress zstd --shards 64 -o new"},
    {"A state in S3", "urlsieve update s3://crawls/state crawl/*.warc.gz -o new"},
}};
constexpr std::array<explained_word, 4> update_exit_codes{{
    {"0", "all input was read, and the state has its URLs"},
    {"1", "faults occurred (see --on-error): the state is as before, and there is no output"},
    {"2", "wrong usage, an argument that names nothing, or options that contradict the state"},
    {"3",
     "the update failed, or no input could be read, or another process has changed a state in S3 "
     "meanwhile: the state is not changed by this update"},
}};
constexpr std::array<std::string_view, 4> update_common{"--output", "--compact", "--fields", "--quiet"};
constexpr command_words words_of_update{"update",        "add URLs to a state, and write the new URLs",
                                        update_common,   update_paragraphs,
                                        update_examples, update_exit_codes};

// Options of extract that have no meaning for a state.
constexpr std::array<std::string_view, 10> options_of_other_runs{
    "seen",     "seen-approx", "mark-new",      "resume", "checkpoint",
    "no-dedup", "exact",       "line-buffered", "header", "limit"};

class update_command final : public command {
 public:
  update_command() : command(words_of_update) {}

  void declare(CLI::App& flags) override {
    flags
        .add_option("STATE", options_.state,
                    "Directory of the state, or s3://BUCKET/PREFIX; created if missing")
        ->required()
        ->type_name("");
    flags.add_option("INPUT", options_.run.input.paths,
                     "Files, directories, URLs (https:, http:, s3:), or - for standard input (the default)");
    add_flags_except(flags, options_of_other_runs, options_.run);
    // Options of shards shape the state, too.
    CLI::Option* const output = flags.get_option("--output");
    for (CLI::Option* const flag : flags.get_options()) flag->remove_needs(output);
    output->description("Write the new URLs into DIR, not to standard output");
    flags.get_option("--filter-bits")->default_str("10; later as in STATE");
    flags.get_option("--fields")->default_str("url,count,first-date,last-date; later as in STATE");
    add_choice<compaction_choice>(
        flags, "--compact", options_.compact,
        {{"auto", compaction_choice::automatic},
         {"now", compaction_choice::now},
         {"never", compaction_choice::never}},
        "Merge the layers of STATE: if later layers have a quarter of the rows (auto), now, or never");
    add_progress_flag(flags, progress_)->group("Running");
    statistics_.declare(flags);
    flags.add_flag("-q,--quiet", quiet_, "Report only errors that end the run")
        ->group(std::string(common_options));
    flags_ = &flags;
  }

  result<int> execute() override {
    const result<bool> adopted = adopt_given_options();
    if (!adopted) return tl::unexpected(adopted.error());
    if (!*adopted) return refuse("--fields key needs --key surt");
    extend_heap(options_.run.output.memory, options_.run.threads);
    run_monitor monitor;
    stats_file statistics_file(statistics_);
    if (statistics_.has_file()) options_.run.also_written.push_back(statistics_.path());
    const closing_line closing(quiet_);
    result<update_summary> ended = tl::unexpected(error{error_code::interrupted, ""});
    {
      progress line(monitor, task::extracting, progress_, quiet_, options_.run.output.directory.empty());
      line.print_events(monitor, options_.run.remote, quiet_);
      if (line.is_shown()) monitor.stored_bytes_total = listing::total_size(options_.run.input);
      if (!quiet_)
        monitor.on_damage = [&](const damage_example& example) { line.print(damage_line(example)); };
      const signal_watch watch(monitor.stop);
      if (result<void> created = statistics_file.create(options_.run.remote, monitor.stop); !created)
        return tl::unexpected(created.error());
      if (!quiet_ && !statistics_file.removed().empty())
        line.print("warning: " + leftover_warning(statistics_file.removed()));
      ended = update_state(options_, STDOUT_FILENO, &monitor);
    }
    if (!ended) return tl::unexpected(ended.error());
    const std::vector<std::string>& paths = options_.run.input.paths;
    if (statistics_.has_file()) {
      const result<void> written =
          statistics_file.write(statistics_.text_of(ended->run, paths)).and_then([&] {
            return statistics_file.publish();
          });
      if (!written) return tl::unexpected(written.error());
      statistics_file.settle();
    }
    statistics_.print(ended->run, paths);
    return report(*ended, closing);
  }

 private:
  // Sets the options that the command line does not name: as in STATE, or those of a new state. Returns false
  // if the fields contradict the key.
  result<bool> adopt_given_options() {
    const auto is_given = [this](std::string_view word) {
      const CLI::Option* const flag = flags_->get_option_no_throw("--" + std::string(word));
      return flag != nullptr && flag->count() != 0;
    };
    return adopt_state(is_given, options_).map([this] {
      return place_key(options_.run.output.key, options_.run.output.fields);
    });
  }

  int report(const update_summary& ended, const closing_line& closing) const {
    print_verdict(ended.run, closing, quiet_);
    if (ended.is_published)
      closing.print(counted(ended.added, "new URL") + ", " + counted(ended.unique, "distinct URL") + " in " +
                        counted(ended.layers, "layer"),
                    options_.state);
    else if (!quiet_)
      print_message(options_.state +
                    " is unchanged, because not all input was read: repair the inputs, or accept "
                    "the faults by --on-error ignore");
    return exit_code_of(ended.run.ended);
  }

  update_options options_;
  stats_option statistics_;
  const CLI::App* flags_ = nullptr;
  progress_choice progress_ = progress_choice::automatic;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<command> make_update_command() {
  return std::make_unique<update_command>();
}

}  // namespace urlsieve::cli
