// urlsieve purge: removes URLs from a state.

#include <CLI/App.hpp>
#include <array>
#include <memory>
#include <string>

#include "src/cli/amounts.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/reader_flags.hpp"
#include "src/cli/watched_command.hpp"
#include "urlsieve/purge_state.hpp"
#include "urlsieve/remote_options.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, 1> purge_paragraphs{
    "Removes the URLs that meet all given conditions from a state of `urlsieve update`, and rewrites the "
    "state as one layer. The removed rows are gone from the disk afterwards, except in layers that another "
    "process still reads; the next change removes these layers."};
constexpr std::array<help_example, 3> purge_examples{{
    {"A takedown request", "urlsieve purge state --urls-from takedown.txt"},
    {"Domains that were sold", "urlsieve purge state --domains parked.txt"},
    {"URLs that no run has found this year", "urlsieve purge state --not-seen-since 2026-01-01"},
}};
constexpr std::array<explained_word, 3> purge_exit_codes{{
    {"0", "the URLs were removed, or the state has no such URL"},
    {"2", "wrong usage, no such STATE, or a line that is no host or URL"},
    {"3", "the purge failed: the state is as before"},
}};
constexpr std::array<std::string_view, 6> purge_common{"--hosts",     "--domains",        "--include",
                                                       "--urls-from", "--not-seen-since", "--quiet"};
constexpr command_words words_of_purge{
    "purge", "remove URLs from a state", purge_common, purge_paragraphs, purge_examples, purge_exit_codes};

class purge_command final : public watched_command {
 public:
  purge_command() : watched_command(words_of_purge) {}

  void declare(CLI::App& flags) override {
    flags.add_option("STATE", options_.state, "State of `urlsieve update`")->required()->type_name("");
    flags.add_option("--hosts", options_.hosts, "Remove URLs with a host in FILE, one host a line")
        ->type_name("FILE");
    flags
        .add_option("--domains", options_.domains,
                    "Remove URLs with a host in FILE, or with a host below one of these")
        ->type_name("FILE");
    flags.add_option("--include", options_.include, "Remove URLs that match PATTERN, as in extract")
        ->type_name("PATTERN");
    flags
        .add_option("--urls-from", options_.urls_from,
                    "Remove the URLs in FILE, one a line, normalized as in the state (-: standard input)")
        ->type_name("FILE");
    add_date(flags, "--not-seen-since", options_.not_seen_since,
             "Remove URLs that no run has found on this day or later");
    add_threads_flag(flags, options_.threads);
    add_memory_flag(flags, options_.memory);
    declare_watch(flags, "Report only errors that end the purge");
  }

  result<int> execute() override {
    const closing_line closing(quiet());
    remote_options local;
    return watch(task::merging, local, [this] { return purge_state(options_, &monitor()); })
        .map([&](const purge_summary& ended) -> int {
          closing.print(
              in_thousands(ended.removed) + " removed, " + counted(ended.unique, "distinct URL") + " left",
              options_.state);
          return all_read;
        });
  }

 private:
  purge_options options_;
};

}  // namespace

std::unique_ptr<command> make_purge_command() {
  return std::make_unique<purge_command>();
}

}  // namespace urlsieve::cli
