#include "src/cli/planned_arguments.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>

#include "src/cli/extract_flags.hpp"
#include "src/cli/field_flags.hpp"
#include "src/cli/flags.hpp"
#include "src/cli/help/usage_error.hpp"

namespace urlsieve::cli {

namespace {

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

result<extract_options> extract_options_of(const std::vector<std::string>& arguments) {
  extract_options options;
  CLI::App flags;
  add_extract_flags(flags, options);
  // Flags of shards are refused where there are none.
  std::vector<std::string> with_output = arguments;
  with_output.insert(with_output.end(), {"--output", "runs"});
  if (result<void> read = parse(flags, with_output); !read) return tl::unexpected(read.error());
  if (!place_key(options.output.key, options.output.fields))
    return tl::unexpected(error{error_code::usage, "--fields key needs --key surt"});
  return options;
}

result<merge_options> merge_options_of(const std::vector<std::string>& arguments) {
  merge_options options;
  CLI::App flags;
  add_merge_flags(flags, options.compress, options.memory);
  add_threads_flag(flags, options.threads);
  if (result<void> read = parse(flags, arguments); !read) return tl::unexpected(read.error());
  return options;
}

}  // namespace

std::vector<std::string> arguments_given(const CLI::App& flags, const std::vector<std::string_view>& others) {
  std::vector<std::string> arguments;
  for (const CLI::Option* const one : flags.get_options()) {
    if (one->count() == 0 || one->get_lnames().empty()) continue;
    const std::string name = "--" + one->get_lnames().front();
    if (std::find(others.begin(), others.end(), name) != others.end()) continue;
    if (one->get_expected_min() == 0) {
      arguments.push_back(name);
      continue;
    }
    for (const std::string& value : one->results()) {
      arguments.push_back(name);
      arguments.push_back(value);
    }
  }
  return arguments;
}

task_arguments meaning_of_arguments() {
  return {extract_options_of, merge_options_of};
}

}  // namespace urlsieve::cli
