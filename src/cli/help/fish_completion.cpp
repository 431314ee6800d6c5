#include <string_view>

#include "src/cli/help/completion_script.hpp"
#include "src/cli/help/shell_words.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::string_view fish_begins =
    R"(# Completion of urlsieve in fish, by `urlsieve help --completion fish`.

function __urlsieve_runs
    set -l typed (commandline -opc)
    test (count $typed) -ge 2; and test $typed[2] = $argv[1]
end

function __urlsieve_has_none
    test (count (commandline -opc)) -eq 1
end

# The words of a list that are not in it yet.
function __urlsieve_list
    set -l typed (commandline -ct | string replace -r '^--[^=]*=' '')
    set -l chosen (string replace -r '[^,]*$' '' -- "$typed")
    for word in $argv
        string match -q "*,$word,*" -- ",$chosen"; or echo $chosen$word
    end
end

complete -c urlsieve -f
)";

std::string in_fish_quotes(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

std::string fish_action_for(value_kind kind, const std::vector<std::string>& words) {
  switch (kind) {
    case value_kind::one_word:
      return "-x -a " + in_fish_quotes(spaced(words));
    case value_kind::words:
      return "-x -a " + in_fish_quotes("(__urlsieve_list " + spaced(words) + ")");
    case value_kind::file:
    case value_kind::path:
      return "-r -F";
    case value_kind::directory:
      return "-x -a '(__fish_complete_directories)'";
    case value_kind::free:
      return "-x";
    case value_kind::none:
      break;
  }
  return "";
}

void add_fish_options(const help_page& page, std::string_view condition, std::string& script) {
  for (const help_group& group : page.groups) {
    for (const help_option& option : group.options) {
      script.append("complete -c urlsieve -n ").append(in_fish_quotes(condition));
      if (!option.short_word.empty()) script.append(" -s ").append(option.short_word.substr(1));
      if (!option.long_word.empty()) script.append(" -l ").append(option.long_word.substr(2));
      script.append(" -d ").append(in_fish_quotes(option.text));
      if (const std::string action = fish_action_for(option.kind, option.words); !action.empty())
        script.append(" ").append(action);
      script += '\n';
    }
  }
}

void add_fish_arguments(const help_page& page, std::string_view condition, std::string& script) {
  if (page.arguments.empty()) return;
  const help_argument& last = page.arguments.back();
  if (last.kind == value_kind::free) return;
  const bool is_file = last.kind == value_kind::path || last.kind == value_kind::file;
  script.append("complete -c urlsieve -n ").append(in_fish_quotes(condition)).append(" ");
  script.append(is_file ? "-F" : fish_action_for(last.kind, last.words)).append("\n");
}

}  // namespace

std::string fish_completion(const program_pages& pages) {
  std::string script(fish_begins);
  for (const help_page& subcommand : pages.subcommands)
    script += "complete -c urlsieve -n __urlsieve_has_none -a " + last_word(subcommand.name) + " -d " +
              in_fish_quotes(subcommand.summary) + "\n";
  add_fish_options(pages.program, "__urlsieve_has_none", script);
  for (const help_page& subcommand : pages.subcommands) {
    const std::string condition = "__urlsieve_runs " + last_word(subcommand.name);
    script += '\n';
    add_fish_options(subcommand, condition, script);
    add_fish_arguments(subcommand, condition, script);
  }
  return script;
}

}  // namespace urlsieve::cli
