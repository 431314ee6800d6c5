#include "src/cli/program.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "src/cli/help/declared_page.hpp"
#include "src/cli/help/manual_page.hpp"
#include "src/cli/help/topics.hpp"
#include "src/cli/version_text.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array listed{
    subcommand{"extract", make_extract_command}, subcommand{"normalize", make_normalize_command},
    subcommand{"resolve", make_resolve_command}, subcommand{"parse", make_parse_command},
    subcommand{"compare", make_compare_command}, subcommand{"merge", make_merge_command},
    subcommand{"plan", make_plan_command},       subcommand{"run-task", make_run_task_command},
    subcommand{"get", make_get_command},         subcommand{"diff", make_diff_command},
    subcommand{"graph", make_graph_command},     subcommand{"verify", make_verify_command},
    subcommand{"stats", make_stats_command},     subcommand{"report", make_report_command},
    subcommand{"help", make_help_command},
};

constexpr std::array<std::string_view, 2> program_common{"--version", "--verbose"};
constexpr command_words program_words{"", "", program_common, {}, {}, {}};

}  // namespace

std::span<const subcommand> subcommands() {
  return listed;
}

const subcommand* find_subcommand(std::string_view name) {
  const auto* const found =
      std::find_if(listed.begin(), listed.end(), [&](const subcommand& one) { return one.name == name; });
  return found == listed.end() ? nullptr : found;
}

std::vector<std::string> names_of_subcommands() {
  std::vector<std::string> names;
  for (const subcommand& one : listed) names.emplace_back(one.name);
  return names;
}

void declare_program(CLI::App& flags) {
  const CLI::Option* const verbose = flags.add_flag("--verbose");
  CLI::Option* const asked = flags.set_version_flag(
      "--version", [verbose] { return verbose->count() != 0 ? version_lines() : version_line(); },
      "Print the version");
  flags.get_option("--verbose")
      ->needs(asked)
      ->description("With --version: print the build, the libraries and the processor, too");
}

help_page page_of_program() {
  CLI::App flags;
  declare_program(flags);
  std::vector<explained_word> summaries;
  for (const subcommand& one : listed) summaries.push_back({one.name, one.make()->words().summary});
  help_page page = program_page(std::move(summaries));
  page.groups = declared_page(flags, program_words).groups;
  return page;
}

help_page page_of(const subcommand& one) {
  const std::unique_ptr<command> made = one.make();
  CLI::App flags;
  made->declare(flags);
  return declared_page(flags, made->words());
}

std::string manual_of_program() {
  std::vector<help_page> sections;
  for (const explained_word& one : topics())
    if (one.word != "topics") sections.push_back(topic_page(one.word));
  std::vector<std::string> others;
  for (const subcommand& one : listed) others.push_back("urlsieve-" + std::string(one.name));
  return manual_page(page_of_program(), sections, others, version);
}

completed_program completed() {
  completed_program all{page_of_program(), {}};
  for (const subcommand& one : listed) all.subcommands.push_back(page_of(one));
  return all;
}

std::string manual_of(const subcommand& one) {
  const std::array<std::string, 1> others{"urlsieve"};
  return manual_page(page_of(one), {}, others, version);
}

}  // namespace urlsieve::cli
