#include "src/cli/help/declared_page.hpp"

#include <CLI/Option.hpp>
#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve::cli {

namespace {

value_kind kind_of(std::string_view type_name) {
  if (type_name.find('|') != std::string_view::npos) return value_kind::one_word;
  if (type_name.find(',') != std::string_view::npos) return value_kind::words;
  if (type_name == "FILE") return value_kind::file;
  if (type_name == "DIR") return value_kind::directory;
  if (type_name == "INPUT") return value_kind::path;
  return value_kind::free;
}

std::string typed_word(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true);
  return option.get_lnames().empty() ? "-" + option.get_snames().front() : "--" + option.get_lnames().front();
}

// Sorts the options by name, because CLI11 stores them by address.
std::vector<std::string> typed_words(const std::set<CLI::Option*>& options) {
  std::vector<std::string> typed;
  typed.reserve(options.size());
  for (const CLI::Option* const option : options) typed.push_back(typed_word(*option));
  std::sort(typed.begin(), typed.end());
  return typed;
}

help_option option_of(const CLI::Option& declared) {
  help_option option;
  if (!declared.get_snames().empty()) option.short_word = "-" + declared.get_snames().front();
  if (!declared.get_lnames().empty()) option.long_word = "--" + declared.get_lnames().front();
  option.text = declared.get_description();
  option.needs = typed_words(declared.get_needs());
  option.excludes = typed_words(declared.get_excludes());
  option.required = declared.get_required();
  if (declared.get_items_expected_max() == 0) return option;
  option.repeatable = declared.get_items_expected_max() > 1;
  option.value = declared.get_type_name();
  option.kind = kind_of(option.value);
  option.words = words_in(option.value);
  if (option.kind == value_kind::words) option.value = "LIST";
  option.default_value = declared.get_default_str();
  return option;
}

help_argument argument_of(const CLI::Option& declared) {
  help_argument argument;
  argument.name = declared.get_name(true);
  argument.text = declared.get_description();
  argument.words = words_in(declared.get_type_name());
  argument.kind = argument.words.empty() ? kind_of(argument.name) : value_kind::one_word;
  argument.required = declared.get_required();
  argument.many = declared.get_items_expected_max() > 1;
  return argument;
}

std::string usage_of(const std::vector<help_argument>& arguments) {
  std::string usage = "[OPTIONS]";
  for (const help_argument& argument : arguments) {
    const std::string typed = argument.name + (argument.many ? "..." : "");
    usage.append(" ").append(argument.required ? typed : "[" + typed + "]");
  }
  return usage;
}

bool is_help(const help_option& option) {
  return option.long_word == "--help";
}

help_group& find_or_add_group(const std::string& name, std::vector<help_group>& groups) {
  const auto found =
      std::find_if(groups.begin(), groups.end(), [&](const help_group& group) { return group.name == name; });
  return found != groups.end() ? *found : groups.emplace_back(help_group{name, {}});
}

}  // namespace

std::vector<std::string> words_in(std::string_view type_name) {
  const char divider = type_name.find('|') != std::string_view::npos ? '|' : ',';
  std::vector<std::string> words;
  if (type_name.find(divider) == std::string_view::npos) return words;
  for (std::size_t from = 0; from <= type_name.size();) {
    const std::size_t to = std::min(type_name.find(divider, from), type_name.size());
    words.emplace_back(type_name.substr(from, to - from));
    from = to + 1;
  }
  return words;
}

help_page declared_page(const CLI::App& flags, const command_words& words) {
  help_page page;
  page.name = "urlsieve " + std::string(words.name);
  page.summary = words.summary;
  page.paragraphs.assign(words.paragraphs.begin(), words.paragraphs.end());
  page.examples.assign(words.examples.begin(), words.examples.end());
  page.groups.push_back({std::string(common_options), {}});
  page.groups.front().options.resize(words.common.size());
  for (const CLI::Option* const declared : flags.get_options()) {
    if (declared->get_positional()) {
      page.arguments.push_back(argument_of(*declared));
      continue;
    }
    help_option option = option_of(*declared);
    const auto place = std::find(words.common.begin(), words.common.end(), option.long_word);
    if (declared == flags.get_help_ptr()) {
      option.text = "Print short help (-h) or all help (--help)";
      page.groups.front().options.push_back(std::move(option));
    } else if (place != words.common.end()) {
      page.groups.front().options[static_cast<std::size_t>(place - words.common.begin())] = std::move(option);
    } else {
      find_or_add_group(declared->get_group(), page.groups).options.push_back(std::move(option));
    }
  }
  const auto expert = std::find_if(page.groups.begin(), page.groups.end(),
                                   [](const help_group& group) { return group.name == expert_options; });
  if (expert != page.groups.end()) std::rotate(expert, expert + 1, page.groups.end());
  help_group& common = page.groups.front();
  const auto help = std::find_if(common.options.begin(), common.options.end(), is_help);
  if (help != common.options.end()) std::rotate(help, help + 1, common.options.end());
  page.usage = usage_of(page.arguments);
  if (!words.exit_codes.empty())
    page.lists.push_back({"Exit codes", {words.exit_codes.begin(), words.exit_codes.end()}});
  return page;
}

}  // namespace urlsieve::cli
