#include "src/cli/planned_arguments.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

#include "src/cli/command_text.hpp"
#include "src/cli/console.hpp"
#include "src/cli/field_flags.hpp"
#include "src/cli/help/usage_error.hpp"
#include "src/cli/option_flags.hpp"
#include "src/cli/reader_flags.hpp"
#include "urlsieve/option_table.hpp"

namespace urlsieve::cli {

namespace {

bool is_planned(std::string_view name) {
  const option_row* const row = find_option(name.substr(2));
  return row != nullptr && row->is_planned;
}

// `arguments` begin with the name of the subcommand.
result<void> parse(CLI::App& flags, const std::vector<std::string>& arguments) {
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  if (!reversed.empty()) reversed.pop_back();
  try {
    flags.parse(std::move(reversed));
  } catch (const CLI::ParseError& problem) {
    return tl::unexpected(error{error_code::usage, usage_error(flags, problem)});
  }
  return {};
}

constexpr const char* plan_form_error = "its arguments are not in the form that plan writes";

// `arguments` begin with the name of the subcommand.
bool has_plan_form(const CLI::App& flags, const std::vector<std::string>& arguments) {
  const std::vector<std::string> rewritten = typed_arguments(flags, {"--output"});
  return !arguments.empty() &&
         std::equal(arguments.begin() + 1, arguments.end(), rewritten.begin(), rewritten.end());
}

result<extract_options> extract_options_of(const std::vector<std::string>& arguments) {
  extract_options options;
  CLI::App flags;
  add_all_flags(flags, options);
  remove_unplanned(flags, {"--output"});
  // CLI11 rejects the flags of shards without --output.
  std::vector<std::string> with_output = arguments;
  with_output.insert(with_output.end(), {"--output", "runs"});
  if (result<void> read = parse(flags, with_output); !read) return tl::unexpected(read.error());
  if (!place_key(options.output.key, options.output.fields))
    return tl::unexpected(error{error_code::usage, "--fields key needs --key surt"});
  if (!has_plan_form(flags, arguments)) return tl::unexpected(error{error_code::usage, plan_form_error});
  return options;
}

result<merge_options> merge_options_of(const std::vector<std::string>& arguments) {
  merge_options options;
  CLI::App flags;
  // In the order in which `plan` writes them: the order of extract's flags.
  add_threads_flag(flags, options.threads);
  add_merge_flags(flags, options.compress, options.memory);
  if (result<void> read = parse(flags, arguments); !read) return tl::unexpected(read.error());
  if (!has_plan_form(flags, arguments)) return tl::unexpected(error{error_code::usage, plan_form_error});
  return options;
}

}  // namespace

void remove_unplanned(CLI::App& flags, std::initializer_list<std::string_view> exceptions) {
  std::vector<CLI::Option*> unplanned;
  for (CLI::Option* const option : flags.get_options()) {
    if (option->get_lnames().empty()) continue;
    const std::string name = "--" + option->get_lnames().front();
    if (name != "--help" && !is_planned(name) &&
        std::find(exceptions.begin(), exceptions.end(), name) == exceptions.end())
      unplanned.push_back(option);
  }
  for (CLI::Option* const option : unplanned) flags.remove_option(option);
}

result<void> check_planned_arguments(const task_plan& plan, const std::string& path) {
  const auto refuse = [&](const planned_task& task, const std::string& why) {
    return tl::unexpected(error{error_code::usage, path + ": task " + task.id + ": " + why});
  };
  const planned_task* extract = nullptr;  // the first one
  const planned_task* merge = nullptr;
  for (const planned_task& task : plan.tasks) {
    if (task.kind == task_kind::publish) continue;
    const planned_task*& first = task.kind == task_kind::extract ? extract : merge;
    if (first == nullptr) first = &task;
    if (first->argv != task.argv) return refuse(task, "its arguments are not those of " + first->id);
  }
  const result<extract_options> options = extract_options_of(extract->argv);
  if (!options) return refuse(*extract, options.error().message);
  if (options->output.shards != plan.shards ||
      (options->on_error == error_policy::ignore) != plan.takes_bad_input)
    return refuse(*extract, "its arguments are not those of the plan");
  if (merge == nullptr) return {};
  const result<merge_options> merging = merge_options_of(merge->argv);
  if (!merging) return refuse(*merge, merging.error().message);
  return {};
}

result<plan_key> read_key_with_warning(const std::string& path, bool quiet) {
  result<plan_key> key = read_plan_key(path);
  if (key && key->is_readable_by_others && !quiet)
    print_message(path + " can be read by others: chmod 600 " + path);
  return key;
}

namespace {

result<task_plan> read_plan_file(const std::string& path, const plan_key* key) {
  std::ostringstream text;
  std::ifstream file(path, std::ios::binary);
  if (!file || !(text << file.rdbuf()))
    return tl::unexpected(error{error_code::no_such_input, "cannot read the plan " + path});
  return read_plan(text.view(), path, key);
}

}  // namespace

result<task_plan> load_checked_plan(const plan_store& store, const std::string& key_file, bool quiet,
                                    const std::string& plan_file) {
  std::optional<plan_key> key;
  if (!key_file.empty()) {
    result<plan_key> read = read_key_with_warning(key_file, quiet);
    if (!read) return tl::unexpected(read.error());
    key = std::move(*read);
  }
  const plan_key* const used = key ? &*key : nullptr;
  result<task_plan> loaded = plan_file.empty() ? load_plan(store, used) : read_plan_file(plan_file, used);
  return std::move(loaded).and_then([&](task_plan&& plan) -> result<task_plan> {
    if (result<void> checked = check_planned_arguments(plan, plan_path(store.name())); !checked)
      return tl::unexpected(checked.error());
    return std::move(plan);
  });
}

task_arguments task_argument_parsers() {
  return {extract_options_of, merge_options_of, {}};
}

}  // namespace urlsieve::cli
