// urlsieve report: writes an HTML page about output directories.
#include <CLI/App.hpp>
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "src/cli/amounts.hpp"
#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/page_output.hpp"
#include "src/cli/reader_flags.hpp"
#include "src/cli/watched_command.hpp"
#include "src/pipeline/resources.hpp"
#include "src/report/name_counts.hpp"
#include "src/report/report_page.hpp"
#include "urlsieve/password.hpp"
#include "urlsieve/shard_census.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, 2> report_paragraphs{
    "Writes one self-contained HTML file: the contents of DIR, the counts of its run, and the faults. The "
    "page works without scripts, on a phone and on paper. With several DIRs, each DIR has a column, and is "
    "compared with the first DIR.",
    "Facts that the manifest lacks (command, inputs by name, time) come from the file of extract --stats."};
constexpr std::array<help_example, 3> report_examples{{
    {"A run and its page", "urlsieve extract -o links --report links.html crawl/*.warc.gz"},
    {"A page about an existing output", "urlsieve report links --stats links.json -o links.html"},
    {"Two runs compared", "urlsieve report old new -o compared.html"},
}};
constexpr std::array<explained_word, 3> report_exit_codes{{
    {"0", "the page was written"},
    {"2", "wrong usage, or no such DIR"},
    {"3", "a directory is damaged, has no _SUCCESS, or cannot be read; or the page cannot be written"},
}};
constexpr std::array<std::string_view, 3> report_common{"--output", "--stats", "--top"};
constexpr command_words words_of_report{"report",        "write an HTML report about one or more runs",
                                        report_common,   report_paragraphs,
                                        report_examples, report_exit_codes};

class report_command final : public watched_command {
 public:
  report_command() : watched_command(words_of_report) {}

  void declare(CLI::App& flags) override {
    flags.add_option("DIR", directories_, "Output directories, at most 4")
        ->required()
        ->expected(1, 4)
        ->type_name("");
    flags.add_option("-o,--output", page_, "Write the page to FILE (-: standard output)")
        ->required()
        ->type_name("FILE");
    flags
        .add_option("--stats", statistics_,
                    "File of extract --stats about a DIR; once for each DIR, in the same order")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("FILE");
    add_date(flags, "--date", date_, "Print the date on the page");
    add_number(flags, "--top", most_, 1, 1000, std::to_string(most_),
               "Number of hosts, domains and suffixes to list");
    add_threads_flag(flags, threads_);
    add_memory_flag(flags, memory_);
    add_mark_flag(flags, mark_);
    add_request_flags(flags, remote_);
    declare_watch(flags, "Report only errors that end the run");
  }

  result<int> execute() override {
    if (statistics_.size() > directories_.size()) return refuse("there are more --stats than DIRs");
    const closing_line closing(quiet());
    const result<void> done = watch(task::counting, remote_, [this] { return write(); });
    if (done) closing.print(counted(directories_.size(), "output") + " on a page");
    return code_after(done, all_read);
  }

 private:
  // Creates the page before reading anything.
  result<void> write() {
    std::error_code ignored;
    for (const std::string& file : statistics_)
      if (std::filesystem::equivalent(file, page_, ignored))
        return tl::unexpected(
            error{error_code::usage, page_ + " cannot be written, because the run reads it"});
    result<page_output> page = page_output::create(page_, remote_, &monitor().stop);
    if (!page) return tl::unexpected(page.error());
    std::vector<name_counts> counts;
    std::uint64_t held = 0;
    std::vector<run_facts> runs;
    for (std::size_t i = 0; i < directories_.size(); ++i) {
      const std::uint64_t memory = memory_or_half(memory_);
      if (memory < memory_of_program + held + name_counts::most_bytes)
        return tl::unexpected(
            error{error_code::usage, "more memory is needed for a page about " +
                                         std::to_string(directories_.size()) +
                                         " outputs: give more --memory, or make several pages"});
      result<shard_census> census =
          take_census({directories_[i]}, threads_, mark_, &monitor(), memory - held, remote_);
      if (!census) return tl::unexpected(census.error());
      run_facts& facts = runs.emplace_back();
      facts.name = without_password(directories_[i]);
      add_census(*census, most_, facts);
      if (i < statistics_.size()) {
        if (result<void> added = add_statistics_file(statistics_[i], facts); !added) return added;
      }
      if (directories_.size() > 1) held += counts.emplace_back(*census).bytes();
    }
    if (runs.size() > 1) add_comparison_counts(counts, runs);
    return page->publish(report_page(runs, date_)).and_then([&] { return page->settle(); });
  }

  std::vector<std::string> directories_;
  std::vector<std::string> statistics_;
  std::string page_;
  std::string date_;
  std::size_t most_ = 20;
  unsigned threads_ = 0;
  std::uint64_t memory_ = 0;
  remote_options remote_;
  success_marker_policy mark_ = success_marker_policy::required;
};

}  // namespace

std::unique_ptr<command> make_report_command() {
  return std::make_unique<report_command>();
}

}  // namespace urlsieve::cli
