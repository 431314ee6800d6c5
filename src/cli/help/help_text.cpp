#include "src/cli/help/help_text.hpp"

#include <algorithm>
#include <string_view>

#include "src/cli/help/option_text.hpp"
#include "src/cli/help/wrapped_text.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::size_t text_column = 26;       // of the text beside an option
constexpr std::size_t least_text_width = 34;  // columns; in less space, the text goes below
constexpr std::size_t margin = 2;

class help_writer {
 public:
  help_writer(std::size_t width, const coloring& colored) : width_(width), colored_(colored) {}

  void title(const help_page& page) {
    text_.append(colored_(color::bold, page.name)).append(": ");
    text_ += wrapped(page.summary, width_, margin, page.name.size() + 2);
    text_ += '\n';
    if (page.usage.empty()) return;
    heading("Usage");
    text_.append(margin, ' ').append(page.name).append(" ");
    text_ += wrapped(page.usage, width_, 2 * margin, margin + page.name.size() + 1);
    text_ += '\n';
  }

  void paragraph(std::string_view paragraph) {
    text_.append(1, '\n').append(wrapped(paragraph, width_, 0, 0)).append(1, '\n');
  }

  void heading(std::string_view name) {
    text_ += '\n';
    text_.append(colored_(color::bold, wrapped(std::string(name) + ":", width_, margin, 0))).append(1, '\n');
  }

  void arguments(const help_page& page) {
    if (page.arguments.empty()) return;
    heading("Arguments");
    std::size_t column = 0;
    for (const help_argument& argument : page.arguments)
      column = std::max(column, argument.name.size() + 2 * margin);
    for (const help_argument& argument : page.arguments)
      entry(argument.name, argument.name, argument.text, column);
  }

  void group(const help_group& group) {
    if (group.options.empty()) return;
    heading(group.name);
    for (const help_option& declared_option : group.options) option(declared_option);
  }

  void list(const word_list& list) {
    heading(list.name);
    std::size_t column = 0;
    for (const explained_word& row : list.words) column = std::max(column, row.word.size() + 2 * margin);
    for (const explained_word& row : list.words) entry(row.word, row.word, row.meaning, column);
  }

  void examples(const help_page& page) {
    if (page.examples.empty()) return;
    heading("Examples");
    for (const help_example& example : page.examples) {
      const std::string title = std::string(example.title) + ":";
      text_.append(margin, ' ').append(wrapped(title, width_, margin, margin)).append(1, '\n');
      text_.append(2 * margin, ' ')
          .append(wrapped_command(example.command, width_, 2 * margin))
          .append(1, '\n');
    }
  }

  std::string take() { return std::move(text_); }

 private:
  void option(const help_option& option) {
    std::string words = option.short_word;
    if (!option.long_word.empty()) words.append(words.empty() ? "    " : ", ").append(option.long_word);
    std::string typed = words;
    if (!option.value.empty()) typed.append(" ").append(option.value);
    entry(typed, words, option_text(option), text_column);
  }

  // Writes `typed`, which begins with `bold`, and its meaning from `column` on; below if there is no space
  // beside it.
  void entry(std::string_view typed, std::string_view bold, std::string_view meaning, std::size_t column) {
    const bool narrow = width_ < column + least_text_width;
    const std::size_t indent = narrow ? 4 * margin : column;
    const std::string shown =
        wrapped(typed.substr(bold.size()), width_, 4 * margin, margin + bold.size() + 1);
    const std::size_t blanks = bold.find_first_not_of(' ');
    text_.append(margin + blanks, ' ').append(colored_(color::bold, bold.substr(blanks)));
    if (!shown.empty()) text_.append(shown.front() == '\n' ? "" : " ").append(shown);
    const std::size_t used = margin + typed.size();
    if (narrow || used + margin > column || shown.find('\n') != std::string::npos)
      text_.append(1, '\n').append(indent, ' ');
    else
      text_.append(column - used, ' ');
    text_.append(wrapped(meaning, width_, indent, indent)).append(1, '\n');
  }

  std::size_t width_;
  const coloring& colored_;
  std::string text_;
};

std::size_t options_of(const help_page& page) {
  std::size_t counted = 0;
  for (const help_group& group : page.groups) counted += group.options.size();
  return counted;
}

}  // namespace

std::string whole_help(const help_page& page, std::size_t width, const coloring& colored) {
  help_writer out(width, colored);
  out.title(page);
  for (const std::string_view paragraph : page.paragraphs) out.paragraph(paragraph);
  out.arguments(page);
  for (const word_list& list : page.subcommands) out.list(list);
  for (const help_group& group : page.groups) out.group(group);
  for (const word_list& list : page.lists) out.list(list);
  out.examples(page);
  return out.take();
}

std::string short_help(const help_page& page, std::size_t width, const coloring& colored) {
  help_writer out(width, colored);
  out.title(page);
  out.arguments(page);
  for (const word_list& list : page.subcommands) out.list(list);
  if (!page.groups.empty()) out.group(page.groups.front());
  out.examples(page);
  out.paragraph(page.name + " --help shows all " + std::to_string(options_of(page)) + " options.");
  return out.take();
}

}  // namespace urlsieve::cli
