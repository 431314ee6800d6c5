// urlsieve merge: merges the shards of several runs into the shards of one run.

#include <CLI/App.hpp>
#include <array>
#include <memory>

#include "src/cli/exit_code.hpp"
#include "src/cli/field_flags.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/reader_flags.hpp"
#include "src/cli/watched_command.hpp"
#include "urlsieve/merge_shards.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, 1> merge_paragraphs{
    "Writes each URL once, as if one run had read all inputs: counts are added up, sources united, and all "
    "other fields come from the first DIR that has the URL. The runs must agree in the options that shape a "
    "URL (ladder, conventions ...), in the partition, the order and, without --fields, the fields. Their "
    "rows may have different forms. merge "
    "streams the shards, and needs no memory for the URLs. If open files or --memory do not suffice for all "
    "DIRs, merge works in several steps, with the same result."};
constexpr std::array<help_example, 7> merge_examples{{
    {"Two runs", "urlsieve merge monday tuesday -o both"},
    {"Compressed", "urlsieve merge seen new -o seen.next --compress zstd"},
    {"Any number of runs", "ls -d runs/* | urlsieve merge --files-from - -o all"},
    {"Into another number of shards", "urlsieve merge small -o large --reshard 256"},
    {"One process for each shard, on many machines", "urlsieve merge part-* --shard 7 -o shard-7"},
    {"The shards joined again", "urlsieve merge shard-* -o all"},
    {"Additional columns", "urlsieve merge run -o columns --fields url,host,domain"},
}};
constexpr std::array<explained_word, 3> merge_exit_codes{{
    {"0", "the runs were merged"},
    {"2", "wrong usage, no such DIR, or runs that cannot be merged"},
    {"3", "the merge failed (a damaged shard, a DIR without _SUCCESS, a full disk): there is no output"},
}};
constexpr std::array<std::string_view, 5> merge_common{"--output", "--reshard", "--compress", "--force",
                                                       "--quiet"};
constexpr command_words words_of_merge{"merge",        "merge the shards of several runs into one",
                                       merge_common,   merge_paragraphs,
                                       merge_examples, merge_exit_codes};

class merge_command final : public watched_command {
 public:
  merge_command() : watched_command(words_of_merge) {}

  void declare(CLI::App& flags) override {
    flags.add_option("DIR", options_.directories, "Output directories, in the order of their inputs")
        ->type_name("");
    flags
        .add_option("--files-from", options_.directories_from,
                    "Read the names of more directories from FILE, one name a line (-: standard input)")
        ->type_name("FILE");
    flags.add_option("-o,--output", options_.output, "Write the shards into DIR")
        ->required()
        ->type_name("DIR");
    add_number(flags, "--reshard", options_.reshard, 1, 65536, "as in the runs", "Number of shards");
    add_number(flags, "--shard", options_.only_shard, 0, 65535, "",
               "Write only the shard with this number; merge joins such outputs");
    add_fields_flag(
        flags, options_.fields, [](field) { return true; },
        "Columns of a row: columns of the DIRs, and columns that the URL determines")
        ->default_str("as in the DIRs");
    add_form_flag(flags, options_.format, "as in the first DIR");
    add_merge_flags(flags, options_.compress, options_.memory);
    add_filter_flag(flags, options_.filter_bits);
    flags
        .add_option("--tmpdir", options_.temporary,
                    "Directory for rows of directories that cannot be open at the same time")
        ->default_str("beside the output")
        ->type_name("DIR");
    add_mark_flag(flags, options_.mark);
    add_revision_flag(flags, options_.bad_revision);
    add_request_flags(flags, options_.remote);
    flags.add_flag("--force", options_.force,
                   "Replace DIR if DIR is an output of urlsieve that the run does not read");
    add_threads_flag(flags, options_.threads);
    declare_watch(flags, "Report only errors that end the run");
  }

  result<int> execute() override {
    const closing_line closing(quiet());
    return watch(task::merging, options_.remote, [this] { return merge_shards(options_, &monitor()); })
        .map([&](const manifest& output) -> int {
          closing.print(merge_summary(output, monitor().unique, monitor().documents), options_.output);
          return all_read;
        });
  }

 private:
  merge_options options_;
};

}  // namespace

std::unique_ptr<command> make_merge_command() {
  return std::make_unique<merge_command>();
}

}  // namespace urlsieve::cli
