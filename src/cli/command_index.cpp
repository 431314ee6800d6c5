// urlsieve index: writes an index of the captures in web archives.
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "src/cli/amounts.hpp"
#include "src/cli/closing_line.hpp"
#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/option_flags.hpp"
#include "src/cli/watched_command.hpp"
#include "src/input/lists/listing.hpp"
#include "urlsieve/write_index.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, 4> index_paragraphs{
    "Reads web archives (WARC, ARC, WACZ) and writes a line for each capture, sorted by bytes: the SURT "
    "key of the URL, the time, and a JSON object with url, mime, mime-detected, charset, status, "
    "redirect, truncated, digest, length, offset and filename, as far as the record has them. pywb, "
    "OutbackCDX, wabac.js and extract --files-from read this format (CDXJ).",
    "--output-format parquet writes the columns of Common Crawl's index table (url_surtkey, "
    "url_host_name, fetch_time, warc_filename ...) with their names and types, for DuckDB, Spark, "
    "Athena and Trino. The partition columns crawl and subset are names of directories: -o "
    "crawl=NAME/subset=warc/index.parquet.",
    "Captures are all records but requests, warcinfo, segments behind the first, and metadata and "
    "resources of the type application/warc-fields. With --record-type, all records of these types are "
    "captures. The filters of records select among the captures.",
    "A line names the bytes of one record. Records that share a compressed member with others, records "
    "in compressed members of a WACZ, records without a valid date, and records without a correct "
    "length are reported and not indexed. Records may be larger than --max-document: of these, an index "
    "needs only the headers. Without WARC-Payload-Digest, smaller records get the SHA-1 of their "
    "payload, and larger records no digest."};
constexpr std::array<help_example, 5> index_examples{{
    {"An index for pywb", "urlsieve index web/archive --dir-root web/archive -o web/indexes/index.cdxj"},
    {"The index of the archives in a WACZ", "urlsieve index crawl.wacz --dir-root 'crawl.wacz!archive'"},
    {"A table for SQL", "urlsieve index crawl --output-format parquet -o index.parquet"},
    {"Captured pages of one year",
     "urlsieve index crawl --http-status 200 --media-type text/html --captured 2024"},
    {"Names as in the index of Common Crawl",
     "urlsieve index --files-from warc.paths --inputs-prefix https://data.commoncrawl.org/ "
     "--dir-root https://data.commoncrawl.org"},
}};
constexpr std::array<explained_word, 4> index_exit_codes{{
    {"0", "all input was read, and each capture has a line; there may be none"},
    {"1", "faults occurred (see --on-error); the index has the other captures"},
    {"2", "wrong usage, an argument that names nothing, no archive below --dir-root, or FILE exists"},
    {"3", "the run failed, or no input could be read: no index was written"},
}};
constexpr std::array<std::string_view, 5> index_common{"--output", "--output-format", "--dir-root",
                                                       "--memory", "--quiet"};
constexpr command_words words_of_index{"index",        "write an index of the captures in web archives",
                                       index_common,   index_paragraphs,
                                       index_examples, index_exit_codes};

// Options of extract by which records are read and chosen.
constexpr std::array<std::string_view, 9> options_of_records{
    "verify-inputs", "record-type",    "http-status",    "media-type",    "captured",
    "source-hosts",  "source-domains", "source-include", "source-exclude"};

class index_command final : public watched_command {
 public:
  index_command() : watched_command(words_of_index) {}

  void declare(CLI::App& flags) override {
    flags.add_option("INPUT", options_.run.input.paths,
                     "Files, directories, URLs (https:, http:, s3:); not standard input, which has no name");
    flags.add_option("-o,--output", options_.output, "Write the index to FILE (-: standard output)")
        ->default_str("standard output")
        ->type_name("FILE");
    add_choice(flags, "--output-format", options_.form, "Format of the index");
    flags
        .add_option("--dir-root", options_.root,
                    "Write the names of archives below DIR, a directory, URL or WACZ, relative to DIR")
        ->type_name("DIR");
    flags.add_flag("--force", options_.force, "Replace FILE");
    for (const std::string_view word : options_of_records) add_flag(flags, word, options_.run);
    add_flags_of_file_run(flags, "lines", options_.run);
    for (CLI::Option* const flag : flags.get_options()) flag->group("Options");
    declare_watch(flags, "Report only errors that end the run");
  }

  result<int> execute() override {
    const closing_line closing(quiet());
    if (closing.is_seen()) monitor().stored_bytes_total = listing::total_size(options_.run.input);
    report_damage();
    const bool prints = options_.output.empty() || options_.output == "-";
    const result<index_summary> indexed = watch(
        task::extracting, options_.run.remote,
        [this] { return write_index(options_, STDOUT_FILENO, &monitor()); }, prints);
    if (!indexed) return tl::unexpected(indexed.error());
    print_verdict(indexed->run, closing, quiet());
    if (indexed->run.ended == outcome::nothing_read)
      print_message("none of the inputs could be read: there is no index");
    else
      closing.print(fmt::format("{} of {}", counted(indexed->captures, "capture"),
                                counted(indexed->run.counted.documents, "record")));
    return exit_code_of(indexed->run.ended);
  }

 private:
  index_options options_;
};

}  // namespace

std::unique_ptr<command> make_index_command() {
  return std::make_unique<index_command>();
}

}  // namespace urlsieve::cli
