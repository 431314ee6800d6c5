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

constexpr std::array listed{
    explained_word{"fields", "the columns that --fields may have"},
    explained_word{"formats", "what inputs may be, and how that is told"},
    explained_word{"flags", "what a URL hides, and --drop leaves out"},
    explained_word{"tracking", "the parameters that --drop-tracking drops"},
    explained_word{"ladder", "the rungs at which URLs are equal"},
    explained_word{"exit-codes", "what the program says when it ends"},
    explained_word{"topics", "this list"},
};

constexpr std::string_view formats_told =
    "An input is what its content says. Compression comes off first: gzip, zstd, bzip2 and xz, any number of "
    "members, four deep. What is no text and no archive that is known is passed over if it was found in a "
    "directory, and is a fault if it was named.";
constexpr std::string_view flags_told =
    "Flags are a field of rows, are counted by --stats, and --drop leaves out URLs that have one. parse "
    "shows "
    "them, too.";
constexpr std::string_view tracking_told =
    "Query parameters that only say where a visitor came from, by those who document them; of a name that "
    "ends "
    "in * all that begin so. --drop-params drops others, and --keep-params all others.";
constexpr std::string_view ladder_told =
    "The comparison ladder (rfc2396bis-01 section 6.2): each rung equates what those before it do, and more. "
    "No "
    "rung escapes or unescapes a reserved character, and each is idempotent. What is equal by convention "
    "only "
    "(--fold-www and its like) is no part of it. `urlsieve compare A B` tells the lowest rung at which two "
    "URLs "
    "are equivalent.";
constexpr std::string_view what_goes_in_and_out =
    "Inputs are files, directories or standard input, of any size, compressed or not: text, pages, web "
    "archives, "
    "mail, lists (`urlsieve help formats`). Output is rows (`urlsieve help fields`), or a directory of "
    "sorted "
    "shards that other runs' shards merge with.";
constexpr std::string_view nothing_hidden =
    "Nothing hidden changes a run: there is no configuration file, and what a run writes does not depend on "
    "the "
    "environment, but for what is listed below.";

constexpr std::array environment{
    explained_word{"TMPDIR",
                   "Where normalize, resolve and compare put redirects that do not fit into memory, unless "
                   "--tmpdir says."},
    explained_word{"COLUMNS", "How wide help is, instead of what the terminal has."},
    explained_word{"NO_COLOR", "Not empty: no colours, unless --color says."},
    explained_word{"TERM", "Unset or dumb: the terminal gets neither colours nor a line of progress."},
};

// Each name with the companies that add it to URLs.
word_list tracking_list() {
  word_list list{"Parameters", {}};
  for (const tracking_parameter& one : tracking_parameters()) list.words.push_back({one.name, one.origin});
  return list;
}

word_list list_of(std::string_view name, std::span<const explained_word> words) {
  return {name, {words.begin(), words.end()}};
}

}  // namespace

std::span<const explained_word> topics() {
  return listed;
}

help_page topic_page(std::string_view name) {
  help_page page;
  page.name = "urlsieve help " + std::string(name);
  page.summary = std::find_if(listed.begin(), listed.end(), [&](const explained_word& one) {
                   return one.word == name;
                 })->meaning;
  if (name == "fields") {
    page.lists.push_back(list_of("Fields", explained_fields()));
    page.examples.push_back({"Two columns, and the document each URL was first seen in",
                             "urlsieve extract --fields url,count,source crawl.warc.gz"});
  } else if (name == "formats") {
    page.paragraphs.push_back(formats_told);
    page.lists.push_back(list_of("What --format may say", explained_format_choices()));
    page.lists.push_back(list_of("What an input may turn out to be", explained_formats()));
  } else if (name == "flags") {
    page.paragraphs.push_back(flags_told);
    page.lists.push_back(list_of("Flags", explained_flags()));
  } else if (name == "tracking") {
    page.paragraphs.push_back(tracking_told);
    page.lists.push_back(tracking_list());
  } else if (name == "ladder") {
    page.paragraphs.push_back(ladder_told);
    page.lists.push_back(list_of("Rungs", explained_rungs()));
  } else if (name == "exit-codes") {
    page.lists.push_back(list_of("Exit codes", explained_exit_codes()));
  } else {
    page.lists.push_back(list_of("Topics", topics()));
  }
  return page;
}

help_page program_page(std::vector<explained_word> subcommands) {
  help_page page;
  page.name = "urlsieve";
  page.summary =
      "streams through very large text and gives back the URLs in it: found, resolved, normalized, "
      "deduplicated";
  page.usage = "SUBCOMMAND [OPTIONS] [ARGUMENTS...]";
  page.lists.push_back({"Subcommands", std::move(subcommands)});
  page.lists.push_back(list_of("Topics of help", topics()));
  page.lists.push_back(list_of("Environment", environment));
  page.paragraphs = {what_goes_in_and_out, nothing_hidden};
  page.examples = {
      {"The URLs in a text, each once", "urlsieve extract mail.txt"},
      {"Sorted, deduplicated shards of a crawl", "urlsieve extract -o links crawl/*.warc.gz"},
      {"What the options of a subcommand are", "urlsieve extract --help"},
      {"What the columns are", "urlsieve help fields"},
  };
  return page;
}

}  // namespace urlsieve::cli
