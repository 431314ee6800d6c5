#include <string_view>

#include "src/cli/help/completion_script.hpp"
#include "src/cli/help/shell_words.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::string_view zsh_begins = R"(#compdef urlsieve
# Completion of urlsieve in zsh, by `urlsieve help --completion zsh`.

_urlsieve() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
)";

constexpr std::string_view zsh_ends = R"(}

_urlsieve "$@"
)";

// Escapes text for _arguments.
std::string plain(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string action_for(value_kind kind, const std::vector<std::string>& words) {
  switch (kind) {
    case value_kind::one_word:
      return "(" + spaced(words) + ")";
    case value_kind::words:
      return "_values -s , word " + spaced(words);
    case value_kind::file:
    case value_kind::path:
      return "_files";
    case value_kind::directory:
      return "_files -/";
    case value_kind::none:
    case value_kind::free:
      break;
  }
  return " ";
}

// Returns '(-o --output --exact)'{-o,--output}'[Write shards into DIR]:DIR:_files -/'.
std::string spec_of(const help_option& option) {
  std::vector<std::string> forms = typed_forms(option);
  std::string rest = "[" + plain(option.text) + "]";
  if (option.kind != value_kind::none) {
    const bool is_choice = option.kind == value_kind::one_word;
    rest += ":" + plain(is_choice ? "word" : option.value) + ":" + action_for(option.kind, option.words);
  }
  std::vector<std::string> shut_out = option.excludes;
  if (!option.repeatable) shut_out.insert(shut_out.begin(), forms.begin(), forms.end());
  const std::string before = option.repeatable ? "*" : "(" + spaced(shut_out) + ")";
  // The value may follow "=", or follow a short option directly.
  if (option.kind != value_kind::none)
    for (std::string& form : forms) form += form.starts_with("--") ? "=" : "+";
  if (forms.size() == 1) return in_shell_quotes(before + forms.front() + rest);
  return in_shell_quotes(before) + "{" + spaced(forms, ",") + "}" + in_shell_quotes(rest);
}

void add_zsh_options(const help_page& page, std::string_view indent, std::string& script) {
  for (const help_group& group : page.groups)
    for (const help_option& option : group.options)
      script.append(" \\\n").append(indent).append(spec_of(option));
}

void add_zsh_arguments(const help_page& page, std::string_view indent, std::string& script) {
  std::size_t place = 0;
  for (const help_argument& argument : page.arguments) {
    ++place;
    const std::string where = argument.many ? "*" : std::to_string(place);
    script.append(" \\\n").append(indent).append(in_shell_quotes(where + ":" + plain(argument.name) + ":" +
                                                                 action_for(argument.kind, argument.words)));
  }
}

}  // namespace

std::string zsh_completion(const program_pages& pages) {
  std::string script(zsh_begins);
  script += "  _arguments -C";
  add_zsh_options(pages.program, "    ", script);
  script += " \\\n    '1:subcommand:->subcommand' \\\n    '*::argument:->argument' && return\n";
  script += "  case $state in\n    subcommand)\n      local -a subcommands=(\n";
  for (const help_page& subcommand : pages.subcommands)
    script += "        " + in_shell_quotes(last_word(subcommand.name) + ":" + subcommand.summary) + "\n";
  script += "      )\n      _describe subcommand subcommands\n      ;;\n";
  script += "    argument)\n      case $words[1] in\n";
  for (const help_page& subcommand : pages.subcommands) {
    script += "        " + last_word(subcommand.name) + ")\n          _arguments -s -S";
    add_zsh_options(subcommand, "            ", script);
    add_zsh_arguments(subcommand, "            ", script);
    script += "\n          ;;\n";
  }
  script += "      esac\n      ;;\n  esac\n";
  return script.append(zsh_ends);
}

}  // namespace urlsieve::cli
