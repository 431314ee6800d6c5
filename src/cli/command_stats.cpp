// urlsieve stats: prints statistics about the contents of output directories.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/amounts.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/line_writer.hpp"
#include "src/cli/reader_flags.hpp"
#include "src/cli/watched_command.hpp"
#include "src/datasets/census_json.hpp"
#include "src/report/count_headings.hpp"
#include "src/text/encodings/visible.hpp"
#include "urlsieve/shard_census.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, 1> stats_paragraphs{
    "Prints the sums of the manifests of the DIRs, and the schemes, hosts, registrable domains and public "
    "suffixes with the most URLs. Up to 131072 names of a kind are counted exactly; with more names, memory "
    "does not grow, counts may be too low, and stats reports the largest possible error. A URL in several "
    "DIRs counts in each DIR."};
constexpr std::array<help_example, 2> stats_examples{{
    {"For people", "urlsieve stats links"},
    {"For programs, with more names", "urlsieve stats --json --top 100 links"},
}};
constexpr std::array<explained_word, 3> stats_exit_codes{{
    {"0", "the DIRs were read"},
    {"2", "wrong usage, or no such DIR"},
    {"3", "a directory is damaged, has no _SUCCESS, or cannot be read"},
}};
constexpr std::array<std::string_view, 3> stats_common{"--top", "--json", "--jsonl"};
constexpr command_words words_of_stats{"stats",        "report the contents of the shards of runs",
                                       stats_common,   stats_paragraphs,
                                       stats_examples, stats_exit_codes};

class stats_command final : public watched_command {
 public:
  stats_command() : watched_command(words_of_stats) {}

  void declare(CLI::App& flags) override {
    flags.add_option("DIR", directories_, "Output directories")->required()->type_name("");
    add_number(flags, "--top", most_, 0, 1U << 17U, std::to_string(most_),
               "Number of hosts and domains to list");
    CLI::Option* const json = flags.add_flag("--json", json_, "Print one JSON object");
    flags.add_flag("--jsonl", jsonl_, "Print JSON Lines: an object for the totals, and one for each name")
        ->excludes(json);
    add_threads_flag(flags, threads_);
    add_memory_flag(flags, memory_);
    add_mark_flag(flags, mark_);
    add_request_flags(flags, remote_);
    declare_watch(flags, "Report only errors that end the run");
  }

  result<int> execute() override {
    const closing_line closing(quiet());
    const result<shard_census> census = watch(task::counting, remote_, [this] {
      return take_census(directories_, threads_, mark_, &monitor(), memory_, remote_);
    });
    if (!census) return tl::unexpected(census.error());
    line_writer out;
    if (json_) {
      out.add(census_object(*census, most_));
    } else if (jsonl_) {
      out.add(census_lines(*census, most_));
    } else {
      add_text(*census, out);
    }
    if (const result<void> written = out.flush(); !written) return tl::unexpected(written.error());
    closing.print(
        fmt::format("{} of {} counted", counted(census->lines, "row"), counted(census->shards, "shard")));
    return all_read;
  }

 private:
  void add_text(const shard_census& census, line_writer& out) const {
    const auto add = [&](std::string_view name, const std::string& amount) {
      out.add(fmt::format("{:<30}{:>16}", name, amount));
    };
    add("output directories", in_thousands(census.directories));
    add("shards", in_thousands(census.shards));
    add("URLs", in_thousands(census.lines));
    add("references found", in_thousands(census.all.references));
    add("references kept", in_thousands(census.all.kept));
    add("size of the shards", in_bytes(static_cast<double>(census.bytes)));
    add("size uncompressed", in_bytes(static_cast<double>(census.content_bytes)));
    add("URLs without a host", in_thousands(census.without_host));
    for (const manifest_counts& counts : census.all.counted) {
      if (counts.counts.empty()) continue;
      const count_heading heading = heading_for(counts.name);
      out.add(fmt::format("\n{}", heading.title));
      out.add(fmt::format("  {:<28}{:>16}", heading.names, heading.counted));
      for (const auto& [name, times] : counts.counts)
        out.add(fmt::format("  {:<28}{:>16}",
                            heading.has_sizes ? sizes_in(bucket_named(name)) : visible(name),
                            in_thousands(times)));
    }
    for (const census_table& table : census_tables(census)) {
      out.add("");
      out.add(fmt::format("{:>16}{:>10}{}  {}", "URLs", "share", census.counted ? "      references" : "",
                          title_of(table)));
      for (const top_counts::entry& entry : table.counts->top(most_)) {
        const double share = 100 * static_cast<double>(entry.urls) / static_cast<double>(census.lines);
        out.add(fmt::format("{:>16}{:>8.2f} %{}  {}", in_thousands(entry.urls), share,
                            census.counted ? fmt::format("{:>16}", in_thousands(entry.references)) : "",
                            visible(entry.name)));
      }
    }
  }

  static std::string title_of(const census_table& table) {
    if (table.counts->lacking() == 0)
      return fmt::format("{} ({} in all)", table.title, in_thousands(table.counts->names()));
    return fmt::format("{} (counts may be too low by at most {})", table.title,
                       in_thousands(table.counts->lacking()));
  }

  std::vector<std::string> directories_;
  std::size_t most_ = 10;
  unsigned threads_ = 0;
  std::uint64_t memory_ = 0;
  remote_options remote_;
  success_marker_policy mark_ = success_marker_policy::required;
  bool json_ = false;
  bool jsonl_ = false;
};

}  // namespace

std::unique_ptr<command> make_stats_command() {
  return std::make_unique<stats_command>();
}

}  // namespace urlsieve::cli
