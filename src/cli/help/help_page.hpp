// A help page as a value: built once from the declared options, then written for a terminal, as a manual
// page, or as part of a completion script.
#ifndef URLSIEVE_CLI_HELP_HELP_PAGE_HPP
#define URLSIEVE_CLI_HELP_HELP_PAGE_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve::cli {

// The kind of an option's value.
enum class value_kind : std::uint8_t {
  none,      // no value
  one_word,  // one of several words
  words,     // words joined by commas
  file,
  directory,
  path,  // a file or a directory
  free   // anything: a number, a URL
};

struct help_option {
  std::string short_word;  // "-o"; may be empty
  std::string long_word;   // "--output"
  std::string value;       // name of the value: "DIR"
  value_kind kind = value_kind::none;
  std::vector<std::string> words;  // possible values, or list items
  std::string default_value;       // the default; empty: none to show
  std::string text;
  std::vector<std::string> needs;     // options that this option requires
  std::vector<std::string> excludes;  // options that cannot be combined with this option
  bool required = false;
  bool repeatable = false;
};

struct help_argument {
  std::string name;  // "INPUT"
  std::string text;
  value_kind kind = value_kind::free;
  std::vector<std::string> words;
  bool required = false;
  bool many = false;
};

struct help_group {
  std::string name;
  std::vector<help_option> options;
};

struct explained_word {
  std::string_view word;
  std::string_view meaning;
};

// Words with a heading: subcommands, exit codes, fields of a row.
struct word_list {
  std::string_view name;
  std::vector<explained_word> words;
};

struct help_example {
  std::string_view title;
  std::string_view command;
};

struct help_page {
  std::string name;     // "urlsieve extract"
  std::string summary;  // without a full stop
  std::string usage;    // after the name: "[OPTIONS] [INPUT...]"
  std::vector<std::string_view> paragraphs;
  std::vector<help_argument> arguments;
  std::vector<word_list> subcommands;  // of the program, in groups
  std::vector<help_group> groups;      // the first holds the common options
  std::vector<word_list> lists;
  std::vector<help_example> examples;
};

}  // namespace urlsieve::cli

#endif
