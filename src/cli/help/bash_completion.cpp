#include <string_view>

#include "src/cli/help/completion_script.hpp"
#include "src/cli/help/shell_words.hpp"

namespace urlsieve::cli {

namespace {

// `_init_completion -s` removes "--option=" from the completed word and sets $split.
constexpr std::string_view bash_begins =
    R"(# Completion of urlsieve in bash, by `urlsieve help --completion bash`.

# The words of a list that are not in it yet. No blank follows: a comma may.
_urlsieve_list()
{
    local chosen=${cur%"${cur##*,}"} word open=
    for word in $1; do
        [[ ,$chosen == *,$word,* ]] || open+="$word "
    done
    COMPREPLY=($(compgen -P "$chosen" -W "$open" -- "${cur##*,}"))
    compopt -o nospace 2>/dev/null
}

_urlsieve_words()
{
    COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_urlsieve()
{
    local cur prev words cword split
    _init_completion -s || return
)";

constexpr std::string_view bash_ends = R"(}

complete -F _urlsieve urlsieve
)";

std::string bash_action_for(value_kind kind, const std::vector<std::string>& words) {
  switch (kind) {
    case value_kind::one_word:
      return "_urlsieve_words " + in_shell_quotes(spaced(words));
    case value_kind::words:
      return "_urlsieve_list " + in_shell_quotes(spaced(words));
    case value_kind::file:
    case value_kind::path:
      return "_filedir";
    case value_kind::directory:
      return "_filedir -d";
    case value_kind::none:
    case value_kind::free:
      break;
  }
  return "";
}

std::vector<std::string> all_options(const help_page& page) {
  std::vector<std::string> all;
  for (const help_group& group : page.groups)
    for (const help_option& option : group.options)
      for (const std::string& form : typed_forms(option)) all.push_back(form);
  return all;
}

void add_values(const help_page& page, std::string& script) {
  const std::string name = last_word(page.name);
  for (const help_group& group : page.groups) {
    for (const help_option& option : group.options) {
      if (option.kind == value_kind::none) continue;
      std::vector<std::string> cases;
      for (const std::string& form : typed_forms(option)) cases.push_back(name + ":" + form);
      std::string action = bash_action_for(option.kind, option.words);
      if (!action.empty()) action += "; ";
      script.append("        ")
          .append(spaced(cases, " | "))
          .append(") ")
          .append(action)
          .append("return ;;\n");
    }
  }
}

void add_arguments(const help_page& page, std::string& script) {
  script += "        " + last_word(page.name) + ")\n";
  script += "            if [[ $cur == -* ]]; then _urlsieve_words " +
            in_shell_quotes(spaced(all_options(page))) + "; return; fi\n";
  if (!page.arguments.empty()) {
    const help_argument& last = page.arguments.back();
    if (const std::string action = bash_action_for(last.kind, last.words); !action.empty())
      script += "            " + action + "\n";
  }
  script += "            ;;\n";
}

}  // namespace

std::string bash_completion(const program_pages& pages) {
  std::string script(bash_begins);
  std::vector<std::string> first;
  for (const help_page& subcommand : pages.subcommands) first.push_back(last_word(subcommand.name));
  for (const std::string& option : all_options(pages.program)) first.push_back(option);
  script +=
      "    if ((cword == 1)); then _urlsieve_words " + in_shell_quotes(spaced(first)) + "; return; fi\n";
  script += "    case ${words[1]}:$prev in\n";
  for (const help_page& subcommand : pages.subcommands) add_values(subcommand, script);
  script += "    esac\n    $split && return\n    case ${words[1]} in\n";
  for (const help_page& subcommand : pages.subcommands) add_arguments(subcommand, script);
  script += "    esac\n";
  return script.append(bash_ends);
}

}  // namespace urlsieve::cli
