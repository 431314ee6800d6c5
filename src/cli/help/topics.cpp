#include "src/cli/help/topics.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "src/cli/help/explained_words.hpp"
#include "src/url/conventions/conventions.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array topic_table{
    explained_word{"fields", "columns of rows, for --fields"},
    explained_word{"formats", "formats of inputs, and their detection"},
    explained_word{"flags", "safety flags of URLs, for --drop-flags"},
    explained_word{"tracking", "query parameters that --drop-tracking drops"},
    explained_word{"ladder", "rungs at which URLs are equal"},
    explained_word{"exit-codes", "exit codes of the program"},
    explained_word{"topics", "list of topics"},
};

constexpr std::string_view formats_paragraph =
    "The content decides the format of an input. Compression is removed first: gzip, zstd, bzip2 and xz, any "
    "number of members, up to four layers. An input of unknown format is skipped if the input was found in a "
    "directory, and is a fault if the input was named.";
constexpr std::string_view flags_paragraph =
    "Flags are a field of rows; --stats counts flags, and --drop-flags drops URLs with a flag. parse shows "
    "flags, too.";
constexpr std::string_view tracking_paragraph =
    "Query parameters that only report the origin of a visitor, with the companies that document the "
    "parameters; a name that ends in * stands for all names with this prefix. --drop-params drops other "
    "parameters, and --keep-params drops all but the listed parameters.";
constexpr std::string_view ladder_paragraph =
    "The comparison ladder (rfc2396bis-01 section 6.2): each rung equates all that the rungs before equate, "
    "and more. No rung escapes or unescapes a reserved character, and each rung is idempotent. Equality by "
    "convention only (--fold-www and similar options) is not part of the ladder. `urlsieve compare A B` "
    "reports the lowest rung at which two URLs are equivalent.";
constexpr std::string_view data_paragraph =
    "Inputs are files, directories or standard input, of any size, compressed or not: text, pages, web "
    "archives, mail, lists (`urlsieve help formats`). Output is rows (`urlsieve help fields`), or a "
    "directory of sorted shards that merge with the shards of other runs.";
constexpr std::string_view settings_paragraph =
    "No hidden setting changes a run: there is no configuration file, and the output does not depend on the "
    "environment, except for the variables listed below.";

constexpr std::array environment{
    explained_word{"TMPDIR",
                   "Directory for redirects that exceed the memory of normalize, resolve and compare, if "
                   "--tmpdir is not given."},
    explained_word{"COLUMNS", "Width of help, instead of the width of the terminal."},
    explained_word{"NO_COLOR", "If not empty: no colours, unless --color is given."},
    explained_word{"TERM", "If unset or dumb: neither colours nor a line of progress on the terminal."},
};

// Each name with the companies that add it to URLs.
word_list tracking_list() {
  word_list list{"Parameters", {}};
  for (const tracking_parameter& parameter : tracking_parameters())
    list.words.push_back({parameter.name, parameter.origin});
  return list;
}

word_list list_of(std::string_view name, std::span<const explained_word> words) {
  return {name, {words.begin(), words.end()}};
}

}  // namespace

std::span<const explained_word> topics() {
  return topic_table;
}

help_page topic_page(std::string_view name) {
  help_page page;
  page.name = "urlsieve help " + std::string(name);
  page.summary = std::find_if(topic_table.begin(), topic_table.end(), [&](const explained_word& topic) {
                   return topic.word == name;
                 })->meaning;
  if (name == "fields") {
    page.lists.push_back(list_of("Fields", explained_fields()));
    page.examples.push_back({"URLs, counts, and the first document of each URL",
                             "urlsieve extract --fields url,count,source crawl.warc.gz"});
  } else if (name == "formats") {
    page.paragraphs.push_back(formats_paragraph);
    page.lists.push_back(list_of("Values of --input-format", explained_format_choices()));
    page.lists.push_back(list_of("Detected formats", explained_formats()));
  } else if (name == "flags") {
    page.paragraphs.push_back(flags_paragraph);
    page.lists.push_back(list_of("Flags", explained_flags()));
  } else if (name == "tracking") {
    page.paragraphs.push_back(tracking_paragraph);
    page.lists.push_back(tracking_list());
  } else if (name == "ladder") {
    page.paragraphs.push_back(ladder_paragraph);
    page.lists.push_back(list_of("Rungs", explained_rungs()));
  } else if (name == "exit-codes") {
    page.lists.push_back(list_of("Exit codes", explained_exit_codes()));
  } else {
    page.lists.push_back(list_of("Topics", topics()));
  }
  return page;
}

help_page program_page() {
  help_page page;
  page.name = "urlsieve";
  page.summary = "find, resolve, normalize and deduplicate URLs in very large text";
  page.usage = "SUBCOMMAND [OPTIONS] [ARGUMENTS...]";
  page.lists.push_back(list_of("Topics of help", topics()));
  page.lists.push_back(list_of("Environment", environment));
  page.paragraphs = {data_paragraph, settings_paragraph};
  page.examples = {
      {"The URLs in a text, each once", "urlsieve extract mail.txt"},
      {"Sorted, deduplicated shards of a crawl", "urlsieve extract -o links crawl/*.warc.gz"},
      {"Options of a subcommand", "urlsieve extract --help"},
      {"Columns of rows", "urlsieve help fields"},
  };
  return page;
}

}  // namespace urlsieve::cli
