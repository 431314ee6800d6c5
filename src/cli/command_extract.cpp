// urlsieve extract: reads inputs and writes their URLs.
#include <unistd.h>

#include <CLI/App.hpp>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "src/cli/closing_line.hpp"
#include "src/cli/command.hpp"
#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/field_flags.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/heap.hpp"
#include "src/cli/help/declared_page.hpp"
#include "src/cli/option_flags.hpp"
#include "src/cli/page_output.hpp"
#include "src/cli/progress.hpp"
#include "src/cli/signals.hpp"
#include "src/cli/stats_option.hpp"
#include "src/cli/stats_text.hpp"
#include "src/input/lists/listing.hpp"
#include "src/pipeline/leftover_warning.hpp"
#include "src/pipeline/path_check.hpp"
#include "src/report/report_page.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/password.hpp"
#include "urlsieve/shard_census.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<help_example, 4> extract_examples{{
    {"The URLs in a text, each once", "urlsieve extract mail.txt"},
    {"Sorted, deduplicated shards", "urlsieve extract -o links crawl/*.warc.gz"},
    {"Place of each URL in a page",
     "urlsieve extract --fields url,source,where page.html --base http://example.com/"},
    {"A list of URLs into shards with counts",
     "zcat urls.gz | urlsieve extract --input-format urls -o unique --compress zstd --fields url,count"},
}};
constexpr std::array<explained_word, 4> extract_exit_codes{{
    {"0", "all input was read"},
    {"1", "faults occurred (see --on-error); the output is complete for the readable input"},
    {"2", "wrong usage, or an argument that names nothing"},
    {"3", "the run failed, or no input could be read: no output"},
}};
constexpr command_words words_of_extract{"extract",
                                         "find, resolve, normalize and deduplicate the URLs in the inputs",
                                         {},
                                         {},
                                         extract_examples,
                                         extract_exit_codes};

class extract_command final : public command {
 public:
  extract_command() : command(words_of_extract) {}

  void declare(CLI::App& flags) override {
    flags.add_option("INPUT", options_.input.paths,
                     "Files, directories, URLs (https:, http:, s3:), or - for standard input (the default)");
    add_all_flags(flags, options_);
    add_progress_flag(flags, progress_)->group("Running");
    statistics_.declare(flags);
    flags
        .add_option("--report", page_file_, "Write an HTML report about the run to FILE (-: standard output)")
        ->type_name("FILE")
        ->group("Running");
    flags.add_flag("-q,--quiet", quiet_, "Report only errors that end the run")
        ->group(std::string(common_options));
  }

  result<int> execute() override {
    if (!place_key(options_.output.key, options_.output.fields))
      return refuse("--fields key needs --key surt");
    extend_heap(options_.output.memory, options_.threads);
    if (page_file_ == "-" && options_.output.directory.empty())
      return refuse("--report - needs --output: rows go to standard output");
    run_monitor monitor;
    page_output page;
    stats_file statistics_file(statistics_);
    if (statistics_.has_file()) options_.also_written.push_back(statistics_.path());
    if (!page_file_.empty() && page_file_ != "-") options_.also_written.push_back(page_file_);
    if (const result<void> status = check_distinct(files_written_by(options_)); !status)
      return tl::unexpected(status.error());
    const closing_line closing(quiet_);
    if (!quiet_ && options_.input.paths.empty() && options_.input.files_from.empty()) print_input_hint();
    result<run_summary> run = tl::unexpected(error{error_code::interrupted, ""});
    {
      progress line(monitor, task::extracting, progress_, quiet_, options_.output.directory.empty());
      line.print_events(monitor, options_.remote, quiet_);
      if (line.is_shown()) monitor.stored_bytes_total = listing::total_size(options_.input);
      if (!quiet_) {
        monitor.on_damage = [&](const damage_example& example) { line.print(damage_line(example)); };
      }
      const signal_watch watch(monitor.stop);
      if (!page_file_.empty()) {
        result<page_output> output = page_output::create(page_file_, options_.remote, &monitor.stop);
        if (!output) return tl::unexpected(output.error());
        page = std::move(*output);
        if (!quiet_ && !page.removed().empty()) line.print("warning: " + leftover_warning(page.removed()));
      }
      if (result<void> created = statistics_file.create(options_.remote, monitor.stop); !created)
        return tl::unexpected(created.error());
      if (!quiet_ && !statistics_file.removed().empty())
        line.print("warning: " + leftover_warning(statistics_file.removed()));
      if (statistics_.has_file() || !page_file_.empty()) {
        monitor.before_publishing = [&](const run_summary& so_far) {
          const std::string statistics = statistics_.text_of(so_far, options_.input.paths);
          result<void> written = statistics_file.write(statistics);
          if (written && !page_file_.empty() && so_far.ended != outcome::nothing_read)
            written = publish_page(page, so_far.directory, statistics);
          return written.and_then([&] { return statistics_file.publish(); });
        };
        monitor.after_publishing = [&] { statistics_file.settle(); };
      }
      run = extract(options_, STDOUT_FILENO, &monitor);
    }
    if (!run) return tl::unexpected(run.error());
    if (!page_file_.empty() && run->ended != outcome::nothing_read)
      if (const result<void> written = page.settle(); !written) return tl::unexpected(written.error());
    return succeed(*run, closing);
  }

 private:
  // For a run without an output directory, the page shows only the counters.
  [[nodiscard]] result<void> publish_page(page_output& page, const std::string& directory,
                                          const std::string& statistics) const {
    constexpr std::size_t names = 20;
    run_facts facts;
    facts.name = "urlsieve extract";
    if (!directory.empty()) {
      // The census must not change the progress of the run.
      run_monitor monitor;
      const signal_watch watch(monitor.stop);
      result<shard_census> census =
          take_census({directory}, options_.threads, success_marker_policy::may_be_missing, &monitor,
                      options_.output.memory);
      if (!census) return tl::unexpected(census.error());
      facts.name = without_password(options_.output.directory);
      add_census(*census, names, facts);
    }
    return add_statistics(statistics, facts).and_then([&] {
      return page.publish(report_page({&facts, 1}, options_.output.date));
    });
  }

  int succeed(const run_summary& run, const closing_line& closing) {
    print_verdict(run, closing, quiet_);
    if (run.ended != outcome::nothing_read)
      closing.print(extract_summary(run.counted, options_.output.dedup), options_.output.directory);
    if (closing.is_seen())
      for (const std::string& line : fault_lines(run.counted)) print_message(line);
    if (run.ended == outcome::nothing_read)
      print_message("none of the inputs could be read: there is no output");
    statistics_.print(run, options_.input.paths);
    return exit_code_of(run.ended);
  }

  extract_options options_;
  stats_option statistics_;
  std::string page_file_;
  progress_choice progress_ = progress_choice::automatic;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<command> make_extract_command() {
  return std::make_unique<extract_command>();
}

}  // namespace urlsieve::cli
