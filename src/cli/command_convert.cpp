// urlsieve convert: converts output directories into another layout, and normalizes their URLs further.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/amounts.hpp"
#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/field_flags.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/help/flag_text.hpp"
#include "src/cli/option_flags.hpp"
#include "src/cli/reader_flags.hpp"
#include "src/cli/watched_command.hpp"
#include "urlsieve/convert_shards.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, 2> convert_paragraphs{
    "Writes the rows of all DIRs into one directory of another layout: form of rows, compression, columns, "
    "number of shards, partition, order. Every property that no option changes is that of the first DIR. "
    "convert streams the rows within --memory.",
    "With options of URLs, every URL is normalized again by the options of its DIR and these options, which "
    "must be at least as strict. Rows whose URLs become equal are united: counts are added up, sources "
    "united, and all other fields come from the first row. A URL that the rules reject is reported and "
    "counted in the manifest."};
constexpr std::string_view keep_fragment = "keep-fragment";

constexpr std::array<help_example, 7> convert_examples{{
    {"Parquet for a query engine",
     "urlsieve convert run -o tables --output-format parquet --fields url,host,count"},
    {"Partitions of a table", "urlsieve convert run -o table --output-format parquet --layout hive"},
    {"Shards by domain", "urlsieve convert run -o domains --shards 64 --shard-by domain"},
    {"Lists for a web archive", "urlsieve convert run -o cdx --order surt --key surt"},
    {"Without tracking parameters", "urlsieve convert run -o clean --drop-tracking --fold-www"},
    {"By the rules of this version", "urlsieve convert old -o new --to-current-rules"},
    {"Several runs at once", "urlsieve convert monday tuesday -o both --jsonl"},
}};
constexpr std::array<explained_word, 3> convert_exit_codes{{
    {"0", "the rows were converted; rejected URLs were reported"},
    {"2", "wrong usage, no such DIR, weaker options, or DIRs that do not fit each other"},
    {"3", "the conversion failed (a damaged shard, a DIR without _SUCCESS, a full disk): there is no output"},
}};
constexpr std::array<std::string_view, 9> convert_common{"--output", "--output-format", "--compress",
                                                         "--fields", "--shards",        "--shard-by",
                                                         "--order",  "--force",         "--quiet"};
constexpr command_words words_of_convert{
    "convert",        "convert shards into another layout or stricter URLs",
    convert_common,   convert_paragraphs,
    convert_examples, convert_exit_codes};

class convert_command final : public watched_command {
 public:
  convert_command() : watched_command(words_of_convert) {}

  void declare(CLI::App& flags) override {
    constexpr const char* as_in_first = "as in the first DIR";
    flags.add_option("DIR", options_.directories, "Output directories, in the order of their inputs")
        ->type_name("");
    flags
        .add_option("--files-from", options_.directories_from,
                    "Read the names of more directories from FILE, one name a line (-: standard input)")
        ->type_name("FILE");
    flags.add_option("-o,--output", options_.output, "Write the shards into DIR")
        ->required()
        ->type_name("DIR");
    add_form_flag(flags, options_.format, as_in_first);
    flags.add_flag_callback(
        "--jsonl", [this] { options_.format = row_form::jsonl; }, "Same as --output-format jsonl");
    flags.get_option("--jsonl")->excludes(flags.get_option("--output-format"));
    add_merge_flags(flags, options_.compress, options_.memory);
    add_filter_flag(flags, options_.filter_bits);
    flags.get_option("--memory")
        ->description(
            "Memory for the whole process; rows beyond it are sorted on disk, by fewer threads if needed");
    add_fields_flag(
        flags, options_.fields, [](field) { return true; },
        "Columns of a row: columns of the DIRs, and columns that the URL determines")
        ->default_str(as_in_first);
    add_optional(flags, "--key", options_.key,
                 "Add or remove the field 'key', a sort-friendly form of each URL");
    add_number(flags, "--shards", options_.shards, 1, 65536, as_in_first, "Number of shards");
    add_optional(flags, "--shard-by", options_.shard_by, "Part of the URL that selects its shard");
    add_optional(flags, "--order", options_.order, "Order of rows in a shard");
    add_optional(flags, "--layout", options_.layout,
                 "Names of shards: flat (part-00003-of-00016.parquet), or hive (shard=3/part.parquet), which "
                 "query engines read as partitions");
    for (const std::string_view name : names_of_url_changes())
      if (name != keep_fragment) changes_.emplace_back(name, add_flag(flags, name, parsed_));
    for (const char* const choice : {"--ladder", "--userinfo"})
      flags.get_option(choice)->default_str("as in the DIRs");
    flags.get_option("--ladder")
        ->description(
            "Rung of the comparison ladder, up to scheme; `urlsieve help ladder` explains the rungs");
    flags.add_flag_callback(
        "--drop-fragment", [this] { options_.url_changes.push_back({std::string(keep_fragment), "false"}); },
        "Remove #fragments that the DIRs keep");
    flags.add_flag("--to-current-rules", options_.to_current_rules,
                   "Normalize the URLs again if they were made under other revisions of the rules");
    flags.add_option("--tmpdir", options_.temporary, "Directory for rows that exceed --memory")
        ->default_str("beside the output")
        ->type_name("DIR");
    add_mark_flag(flags, options_.mark);
    add_revision_flag(flags, options_.bad_revision);
    add_request_flags(flags, options_.remote);
    flags.add_flag("--force", options_.force,
                   "Replace DIR if DIR is an output of urlsieve that the conversion does not read");
    add_threads_flag(flags, options_.threads);
    declare_watch(flags, "Report only rejected URLs and errors that end the run");
  }

  result<int> execute() override {
    list_changes();
    const closing_line closing(quiet());
    return watch(task::converting, options_.remote, [this] { return convert_shards(options_, &monitor()); })
        .map([&](const conversion& done) -> int {
          report_rejected(done);
          closing.print(merge_summary(done.output, monitor().unique, monitor().documents), options_.output);
          return all_read;
        });
  }

 private:
  // Adds a flag with the words of a choice, without a default of its own.
  template <class Choice>
  static void add_optional(CLI::App& flags, const std::string& name, std::optional<Choice>& value,
                           const std::string& help) {
    add_choice<std::optional<Choice>>(
        flags, name, value, words_of<Choice, std::optional<Choice>>([](Choice) { return true; }), help)
        ->default_str("as in the first DIR");
  }

  // Passes the flags of URLs that were given to the options, as they were typed.
  void list_changes() {
    for (const auto& [name, flag] : changes_)
      for (const std::string& value : flag->results())
        options_.url_changes.push_back({std::string(name), value});
  }

  static void report_rejected(const conversion& done) {
    for (const std::string& example : done.examples) print_message(in_flags(example));
    if (done.rejected_rows > done.examples.size())
      print_message(fmt::format("{} were rejected in total", counted(done.rejected_rows, "row")));
  }

  convert_options options_;
  extract_options parsed_;  // set by the flags of URLs, which check their values
  std::vector<std::pair<std::string_view, CLI::Option*>> changes_;
};

}  // namespace

std::unique_ptr<command> make_convert_command() {
  return std::make_unique<convert_command>();
}

}  // namespace urlsieve::cli
