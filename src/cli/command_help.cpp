// urlsieve help: prints the pages of the program, of its subcommands and of topics.
#include <unistd.h>

#include <CLI/App.hpp>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/command.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/help/completion_script.hpp"
#include "src/cli/help/help_text.hpp"
#include "src/cli/help/suggestion.hpp"
#include "src/cli/help/topics.hpp"
#include "src/cli/help_output.hpp"
#include "src/cli/program.hpp"
#include "src/cli/terminal/coloring.hpp"
#include "src/cli/terminal/page_width.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<help_example, 3> help_examples{{
    {"Help of the program", "urlsieve help"},
    {"All options of a subcommand", "urlsieve help extract"},
    {"Columns for --fields", "urlsieve help fields"},
}};
constexpr std::array<explained_word, 2> help_exit_codes{
    {{"0", "the help was printed"}, {"2", "no subcommand or topic has this name"}}};
constexpr std::array<std::string_view, 1> help_common{"--color"};
constexpr command_words words_of_help{
    "help", "explain the program, a subcommand or a topic", help_common, {}, help_examples, help_exit_codes};

class help_command final : public command {
 public:
  help_command() : command(words_of_help) {}

  void declare(CLI::App& flags) override {
    CLI::Option* const name =
        flags.add_option("NAME", name_, "A subcommand or a topic (`urlsieve help topics`)")
            ->type_name(joined(known_names(), '|'));
    CLI::Option* const manual =
        flags.add_flag("--man", as_manual_, "Print a page for man(1) about the program or a subcommand");
    add_choice<std::string (*)(const program_pages&)>(
        flags, "--completion", completion_,
        {{"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}},
        "Print the completion script for a shell")
        ->excludes(manual)
        ->excludes(name);
    add_color_flag(flags, colored_);
  }

  result<int> execute() override {
    if (as_manual_) return print_manual();
    if (completion_ != nullptr) return print_help(completion_(all_pages()));
    const coloring colored(colored_, STDOUT_FILENO);
    const std::size_t width = page_width(STDOUT_FILENO);
    if (name_.empty()) return print_help(whole_help(page_of_program(), width, colored));
    if (const subcommand* const entry = find_subcommand(name_))
      return print_help(whole_help(page_of(*entry), width, colored));
    for (const explained_word& topic : topics())
      if (topic.word == name_) return print_help(whole_help(topic_page(name_), width, colored));
    return refuse_name("no subcommand or topic is called '", known_names());
  }

 private:
  static std::vector<std::string> known_names() {
    std::vector<std::string> known = names_of_subcommands();
    for (const explained_word& topic : topics()) known.emplace_back(topic.word);
    return known;
  }

  [[nodiscard]] int print_manual() const {
    if (name_.empty()) return print_help(manual_of_program());
    if (const subcommand* const entry = find_subcommand(name_)) return print_help(manual_of(*entry));
    return refuse_name("--man: no subcommand is called '", names_of_subcommands());
  }

  [[nodiscard]] int refuse_name(const std::string& prefix, const std::vector<std::string>& known) const {
    return refuse(prefix + name_ + "'" + did_you_mean(name_, known));
  }

  std::string name_;
  bool as_manual_ = false;
  std::string (*completion_)(const program_pages&) = nullptr;
  color_choice colored_ = color_choice::automatic;
};

}  // namespace

std::unique_ptr<command> make_help_command() {
  return std::make_unique<help_command>();
}

}  // namespace urlsieve::cli
