#include "src/cli/help/manual_page.hpp"

#include <algorithm>

#include "src/cli/help/option_text.hpp"

namespace urlsieve::cli {

namespace {

// Escapes text for roff: characters that roff would read as commands or typographic signs.
std::string escape(std::string_view text) {
  std::string out;
  bool at_line_begin = true;
  for (const char c : text) {
    if (at_line_begin && (c == '.' || c == '\'')) out += "\\&";
    at_line_begin = c == '\n';
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      case '|':
        out += "|\\:";  // allows a line break
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string bold(std::string_view text) {
  return "\\fB" + escape(text) + "\\fR";
}

std::string slanted(std::string_view text) {
  return "\\fI" + escape(text) + "\\fR";
}

std::string in_capitals(std::string_view text) {
  std::string capitals(text);
  for (char& c : capitals)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return capitals;
}

class manual_writer {
 public:
  void head(const help_page& page, std::string_view version) {
    const std::string name = manual_name(page.name);
    text_ +=
        ".TH " + escape(in_capitals(name)) + " 1 \"\" \"urlsieve " + escape(version) + "\" \"urlsieve\"\n";
    text_ += ".nh\n.ad l\n";  // no hyphenation inside typed words
    section("NAME");
    text_ += escape(name) + " \\- " + escape(page.summary) + '\n';
    section("SYNOPSIS");
    text_ += bold(page.name) + ' ' + escape(page.usage) + '\n';
  }

  void section(std::string_view name) { text_ += ".SH " + escape(name) + '\n'; }

  void paragraphs(const help_page& page) {
    for (const std::string_view paragraph : page.paragraphs) text_ += ".PP\n" + escape(paragraph) + '\n';
  }

  void arguments(const help_page& page) {
    for (const help_argument& argument : page.arguments) entry(slanted(argument.name), argument.text);
  }

  void options(const help_page& page) {
    if (page.groups.empty()) return;
    section("OPTIONS");
    for (const help_group& group : page.groups) {
      if (group.options.empty()) continue;
      text_ += ".SS " + escape(group.name) + '\n';
      for (const help_option& declared_option : group.options) option(declared_option);
    }
  }

  void subcommands(const help_page& page) {
    if (page.subcommands.empty()) return;
    section("SUBCOMMANDS");
    for (const word_list& group : page.subcommands) {
      text_ += ".SS " + escape(group.name) + '\n';
      list(group);
    }
  }

  void list(const word_list& list) {
    for (const explained_word& row : list.words) entry(bold(row.word), row.meaning);
  }

  // Writes a topic: its text and its lists, with headings if there are several lists.
  void topic(const help_page& page) {
    paragraphs(page);
    for (const word_list& words : page.lists) {
      if (page.lists.size() > 1) text_ += ".SS " + escape(words.name) + '\n';
      list(words);
    }
  }

  void examples(const help_page& page) {
    if (page.examples.empty()) return;
    section("EXAMPLES");
    for (const help_example& example : page.examples)
      text_ += ".TP\n" + escape(example.title) + ":\n" + bold(example.command) + '\n';
  }

  void see_also(std::span<const std::string> names) {
    section("SEE ALSO");
    for (const std::string& name : names)
      text_ += bold(name) + "(1)" + (&name == &names.back() ? "\n" : ",\n");
  }

  std::string take() { return std::move(text_); }

 private:
  void entry(std::string_view head, std::string_view meaning) {
    text_.append(".TP\n").append(head).append(1, '\n').append(escape(meaning)).append(1, '\n');
  }

  void option(const help_option& option) {
    std::string head;
    for (const std::string& word : {option.short_word, option.long_word}) {
      if (word.empty()) continue;
      head.append(head.empty() ? "" : ", ").append(bold(word));
    }
    if (!option.value.empty()) head.append(" ").append(slanted(option.value));
    entry(head, option_text(option));
  }

  std::string text_;
};

}  // namespace

std::string manual_name(std::string_view page_name) {
  std::string name(page_name);
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string manual_page(const help_page& page, std::span<const help_page> topics,
                        std::span<const std::string> see_also, std::string_view version) {
  manual_writer out;
  out.head(page, version);
  if (!page.paragraphs.empty() || !page.arguments.empty()) out.section("DESCRIPTION");
  out.paragraphs(page);
  out.arguments(page);
  out.subcommands(page);
  out.options(page);
  for (const word_list& words : page.lists) {
    out.section(in_capitals(words.name));
    out.list(words);
  }
  for (const help_page& topic : topics) {
    out.section(in_capitals(topic.name.substr(topic.name.rfind(' ') + 1)));
    out.topic(topic);
  }
  out.examples(page);
  out.see_also(see_also);
  return out.take();
}

}  // namespace urlsieve::cli
