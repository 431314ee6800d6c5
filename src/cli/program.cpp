#include "src/cli/program.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "src/cli/help/declared_page.hpp"
#include "src/cli/help/manual_page.hpp"
#include "src/cli/help/topics.hpp"
#include "src/cli/version_text.hpp"
#include "urlsieve/enum_table.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve::cli {

namespace {

constexpr auto headings = enum_table<command_group>({{command_group::find, "Find URLs"},
                                                     {command_group::single, "Single URLs"},
                                                     {command_group::outputs, "Outputs"},
                                                     {command_group::cluster, "Many machines"},
                                                     {command_group::help, "Help"}});

constexpr std::array listed{
    subcommand{command_group::find, "extract", make_extract_command},
    subcommand{command_group::single, "normalize", make_normalize_command},
    subcommand{command_group::single, "resolve", make_resolve_command},
    subcommand{command_group::single, "parse", make_parse_command},
    subcommand{command_group::single, "compare", make_compare_command},
    subcommand{command_group::outputs, "get", make_get_command},
    subcommand{command_group::outputs, "diff", make_diff_command},
    subcommand{command_group::outputs, "merge", make_merge_command},
    subcommand{command_group::outputs, "stats", make_stats_command},
    subcommand{command_group::outputs, "report", make_report_command},
    subcommand{command_group::outputs, "verify", make_verify_command},
    subcommand{command_group::outputs, "graph", make_graph_command},
    subcommand{command_group::cluster, "plan", make_plan_command},
    subcommand{command_group::cluster, "run-task", make_run_task_command},
    subcommand{command_group::help, "help", make_help_command},
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
  const CLI::Option* const verbose = flags.add_flag("-v,--verbose");
  CLI::Option* const asked = flags.set_version_flag(
      "-V,--version", [verbose] { return verbose->count() != 0 ? version_lines() : version_line(); },
      "Print the version");
  flags.get_option("--verbose")
      ->needs(asked)
      ->description("With --version: print the build, the libraries and the processor, too");
}

help_page page_of_program() {
  CLI::App flags;
  declare_program(flags);
  help_page page = program_page();
  for (const std::string_view heading : headings) page.subcommands.push_back({heading, {}});
  for (const subcommand& one : listed)
    page.subcommands[static_cast<std::size_t>(one.group)].words.push_back(
        {one.name, one.make()->words().summary});
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
