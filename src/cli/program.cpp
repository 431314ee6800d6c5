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

constexpr std::array all_subcommands{
    subcommand{command_group::find, "extract", make_extract_command},
    subcommand{command_group::find, "index", make_index_command},
    subcommand{command_group::find, "learn", make_learn_command},
    subcommand{command_group::single, "normalize", make_normalize_command},
    subcommand{command_group::single, "resolve", make_resolve_command},
    subcommand{command_group::single, "parse", make_parse_command},
    subcommand{command_group::single, "compare", make_compare_command},
    subcommand{command_group::outputs, "update", make_update_command},
    subcommand{command_group::outputs, "purge", make_purge_command},
    subcommand{command_group::outputs, "get", make_get_command},
    subcommand{command_group::outputs, "records", make_records_command},
    subcommand{command_group::outputs, "diff", make_diff_command},
    subcommand{command_group::outputs, "merge", make_merge_command},
    subcommand{command_group::outputs, "convert", make_convert_command},
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
  return all_subcommands;
}

const subcommand* find_subcommand(std::string_view name) {
  const auto* const found = std::find_if(all_subcommands.begin(), all_subcommands.end(),
                                         [&](const subcommand& entry) { return entry.name == name; });
  return found == all_subcommands.end() ? nullptr : found;
}

std::vector<std::string> names_of_subcommands() {
  std::vector<std::string> names;
  for (const subcommand& entry : all_subcommands) names.emplace_back(entry.name);
  return names;
}

void declare_program(CLI::App& flags) {
  const CLI::Option* const verbose = flags.add_flag("-v,--verbose");
  CLI::Option* const version_flag = flags.set_version_flag(
      "-V,--version", [verbose] { return verbose->count() != 0 ? version_lines() : version_line(); },
      "Print the version");
  flags.get_option("--verbose")
      ->needs(version_flag)
      ->description("With --version: print the build, the libraries and the processor, too");
}

help_page page_of_program() {
  CLI::App flags;
  declare_program(flags);
  help_page page = program_page();
  for (const std::string_view heading : headings) page.subcommands.push_back({heading, {}});
  for (const subcommand& entry : all_subcommands)
    page.subcommands[static_cast<std::size_t>(entry.group)].words.push_back(
        {entry.name, entry.make()->words().summary});
  page.groups = declared_page(flags, program_words).groups;
  return page;
}

help_page page_of(const subcommand& entry) {
  const std::unique_ptr<command> instance = entry.make();
  CLI::App flags;
  instance->declare(flags);
  return declared_page(flags, instance->words());
}

std::string manual_of_program() {
  std::vector<help_page> sections;
  for (const explained_word& topic : topics())
    if (topic.word != "topics") sections.push_back(topic_page(topic.word));
  std::vector<std::string> related;
  for (const subcommand& entry : all_subcommands) related.push_back("urlsieve-" + std::string(entry.name));
  return manual_page(page_of_program(), sections, related, version);
}

program_pages all_pages() {
  program_pages all{page_of_program(), {}};
  for (const subcommand& entry : all_subcommands) all.subcommands.push_back(page_of(entry));
  return all;
}

std::string manual_of(const subcommand& entry) {
  const std::array<std::string, 1> related{"urlsieve"};
  return manual_page(page_of(entry), {}, related, version);
}

}  // namespace urlsieve::cli
