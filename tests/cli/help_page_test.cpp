// Checks that each help page has all options, and that examples and lines are well formed.
#include "src/cli/help/help_page.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <CLI/App.hpp>

#include "src/cli/help/declared_page.hpp"
#include "src/cli/help/explained_words.hpp"
#include "src/cli/help/help_text.hpp"
#include "src/cli/help/topics.hpp"
#include "src/cli/program.hpp"
#include "src/documents/formats.hpp"
#include "tests/sanitized.hpp"

namespace urlsieve::cli {
namespace help_page_test {

TEST(help_page, has_every_option_once) {
  for (const subcommand& entry : subcommands()) {
    const std::unique_ptr<command> instance = entry.make();
    EXPECT_EQ(instance->words().name, entry.name);
    CLI::App flags;
    instance->declare(flags);
    std::multiset<std::string> declared;
    for (const CLI::Option* const option : flags.get_options())
      if (!option->get_positional()) declared.insert("--" + option->get_lnames().at(0));
    std::multiset<std::string> listed_words;
    const help_page page = page_of(entry);
    const std::string text = whole_help(page, 80, {});
    for (const help_group& group : page.groups) {
      for (const help_option& option : group.options) {
        listed_words.insert(option.long_word);
        EXPECT_FALSE(option.text.empty()) << option.long_word;
        EXPECT_NE(text.find(option.long_word + (option.value.empty() ? "" : " ")), std::string::npos)
            << option.long_word;
        for (const std::string& word : option.words)
          EXPECT_NE(text.find(word), std::string::npos) << option.long_word << ' ' << word;
      }
    }
    EXPECT_EQ(listed_words, declared) << entry.name;
    for (const std::string_view common : instance->words().common)
      EXPECT_EQ(declared.count(std::string(common)), 1U) << entry.name << ' ' << common;
    for (const help_example& example : page.examples)
      EXPECT_NE(example.command.find("urlsieve "), std::string_view::npos);
  }
}

void expect_fits(const std::string& text, std::size_t width) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    // A single word may be longer, also with the backslash of a continued command.
    if (line.ends_with(" \\")) line.resize(line.size() - 2);
    const std::size_t words = static_cast<std::size_t>(std::count(line.begin(), line.end(), ' ')) -
                              std::min(line.find_first_not_of(' '), line.size());
    EXPECT_TRUE(line.size() <= width || words == 0) << width << ": " << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
  }
}

TEST(help_page, has_few_common_options_first_and_expert_options_last) {
  for (const subcommand& entry : subcommands()) {
    const help_page page = page_of(entry);
    EXPECT_EQ(page.groups.front().name, common_options) << entry.name;
    EXPECT_LE(page.groups.front().options.size(), 20U) << entry.name;
    EXPECT_EQ(page.groups.front().options.back().long_word, "--help") << entry.name;
    for (const help_group& group : page.groups)
      EXPECT_TRUE(group.name != expert_options || &group == &page.groups.back()) << entry.name;
  }
  EXPECT_EQ(page_of(*find_subcommand("extract")).groups.back().name, expert_options);
}

// A shell changes the characters of a URL that is not in quotes.
TEST(help_page, has_urls_in_quotes_in_examples) {
  for (const subcommand& entry : subcommands()) {
    for (const help_example& example : page_of(entry).examples) {
      bool is_quoted = false;
      std::string bare;
      for (const char c : example.command) {
        is_quoted = is_quoted != (c == '\'');
        if (!is_quoted) bare += c;
      }
      std::istringstream words(bare);
      for (std::string word; words >> word;)
        EXPECT_TRUE(word.find("://") == std::string::npos ||
                    word.find_first_of("?;&#*()[]$") == std::string::npos)
            << example.command;
    }
  }
}

TEST(help_page, has_every_subcommand_in_a_group) {
  std::multiset<std::string> grouped;
  for (const word_list& group : page_of_program().subcommands) {
    EXPECT_FALSE(group.words.empty()) << group.name;
    for (const explained_word& entry : group.words) grouped.emplace(entry.word);
  }
  const std::vector<std::string> names = names_of_subcommands();
  EXPECT_EQ(grouped, std::multiset<std::string>(names.begin(), names.end()));
}

TEST(help_page, fits_every_width) {
  std::vector<help_page> pages{page_of_program()};
  for (const subcommand& entry : subcommands()) pages.push_back(page_of(entry));
  for (const explained_word& topic : topics()) pages.push_back(topic_page(topic.word));
  constexpr std::size_t step = testing::sanitized ? 16 : 1;
  for (std::size_t width = 40; width <= 120; width += step) {
    for (const help_page& page : pages) {
      expect_fits(whole_help(page, width, {}), width);
      expect_fits(short_help(page, width, {}), width);
    }
  }
}

TEST(help_page, colors_change_no_text) {
  const coloring colored(color_choice::always, 1);
  for (const subcommand& entry : subcommands()) {
    const std::string plain = whole_help(page_of(entry), 80, {});
    const std::string painted = whole_help(page_of(entry), 80, colored);
    std::string stripped;
    for (std::size_t i = 0; i < painted.size(); ++i) {
      if (painted[i] == '\x1b')
        i = painted.find('m', i);
      else
        stripped += painted[i];
    }
    EXPECT_EQ(stripped, plain);
    EXPECT_NE(painted, plain);
  }
}

TEST(explained_words, have_every_format) {
  const std::span<const format> known = formats();
  const std::span<const explained_word> formats = explained_formats();
  ASSERT_EQ(formats.size(), known.size());
  for (std::size_t i = 0; i < formats.size(); ++i) {
    EXPECT_EQ(formats[i].word, known[i].word);
    EXPECT_FALSE(formats[i].meaning.empty());
  }
}

TEST(explained_words, are_sentences) {
  for (const std::span<const explained_word> words :
       {explained_fields(), explained_format_choices(), explained_formats(), explained_flags(),
        explained_rungs(), explained_exit_codes()})
    for (const explained_word& entry : words) EXPECT_TRUE(entry.meaning.ends_with('.')) << entry.word;
}

}  // namespace help_page_test
}  // namespace urlsieve::cli
