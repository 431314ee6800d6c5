// urlsieve records: copies the records that rows name out of web archives.
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/amounts.hpp"
#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/reader_flags.hpp"
#include "src/cli/stats_text.hpp"
#include "src/cli/watched_command.hpp"
#include "src/shards/option_rows.hpp"
#include "urlsieve/copy_records.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, 4> records_paragraphs{
    "Copies the WARC records that the columns input, record-offset and record-length name, each record "
    "once, sorted by the name of the input and the offset. Only these bytes of the archives are read, "
    "from https and s3 by range requests. Names of inputs are those that extract read: run records in "
    "the same directory, or give --inputs-prefix.",
    "ROWS is an output directory, or a table: TSV, CSV, JSON Lines or CDXJ, compressed or not. The first "
    "line of a table names the columns, as extract --header prints them; --fields names the columns of a "
    "table without such a line. Rows of Common Crawl's index (warc_filename, warc_record_offset, "
    "warc_record_length) and of CDXJ (filename, offset, length) are read, too. A Parquet file with one "
    "of these sets of columns must be a local file.",
    "The name of FILE decides the compression of all records: FILE.gz and FILE.zst have a member for "
    "each record, any other FILE is uncompressed. A record that is stored in this compression is copied "
    "byte for byte. Any other record is decompressed or compressed, so archives of both kinds may be "
    "mixed.",
    "Each record is compared with its WARC-Block-Digest and WARC-Payload-Digest (sha1, sha256, md5). A "
    "record that differs is reported and copied, because FILE has the records as they are stored. Bytes "
    "that are no complete record are reported and not copied. Both give exit code 1."};
constexpr std::array<help_example, 6> records_examples{{
    {"The records of the links to a host",
     "urlsieve get links --host cdn.example.net --header | urlsieve records - -o records.warc.gz"},
    {"An archive with its index, for pywb",
     "urlsieve records links -o records.warc.gz --write-cdxj records.cdxj"},
    {"The pages of an output, decoded", "urlsieve records links --print > pages.html"},
    {"Records of Common Crawl, from a query of its index",
     "urlsieve records result.csv -o cc.warc.gz --inputs-prefix https://data.commoncrawl.org/"},
    {"The links of the records that an index lists",
     "urlsieve extract --files-from result.csv --inputs-prefix https://data.commoncrawl.org/ -o links"},
    {"Rows without a header",
     "urlsieve records rows.tsv --fields url,input,record-offset,record-length -o records.warc.gz"},
}};
constexpr std::array<explained_word, 4> records_exit_codes{{
    {"0", "every row names a record, and every record was copied"},
    {"1",
     "a row names no record, a record could not be copied, or differs from its digest; standard error names "
     "the file and the byte"},
    {"2", "wrong usage, missing columns, no such ROWS, or FILE exists"},
    {"3", "no record was copied, ROWS could not be read whole, or writing failed: FILE was not written"},
}};
constexpr std::array<std::string_view, 5> records_common{"--output", "--print", "--fields", "--inputs-prefix",
                                                         "--quiet"};
constexpr command_words words_of_records{"records",        "copy the records that rows name",
                                         records_common,   records_paragraphs,
                                         records_examples, records_exit_codes};

class records_command final : public watched_command {
 public:
  records_command() : watched_command(words_of_records) {}

  void declare(CLI::App& flags) override {
    const option_row& connections = option_row_of("connections");
    const option_row& document = option_row_of("max-document");
    flags.add_option("ROWS", options_.rows, "Output directories, tables, or - for standard input")
        ->required()
        ->type_name("");
    CLI::Option* const output =
        flags.add_option("-o,--output", options_.output, "Write the records to FILE (-: standard output)")
            ->type_name("FILE");
    flags.add_flag("--print", prints_, "Write the payloads of the records, decoded, to standard output")
        ->excludes(output);
    flags
        .add_option("--write-cdxj", options_.write_cdxj,
                    "Write a CDXJ index of FILE to INDEX; without --output, of the records in their archives")
        ->type_name("INDEX")
        ->excludes("--print");
    flags
        .add_option("--fields", options_.fields, "Names of the columns of tables, if the first line has none")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("NAMES");
    flags.add_option("--inputs-prefix", options_.remote.inputs_prefix, "Put URL before the names of inputs")
        ->type_name("URL");
    flags.add_flag("--force", options_.force, "Replace FILE and INDEX");
    add_size(flags, "--max-document", options_.max_document, document.range.least, document.range.most,
             std::string(document.standing),
             "Size of the largest record, decompressed; at most an eighth of --memory");
    add_threads_flag(flags, options_.threads);
    add_memory_flag(flags, options_.memory,
                    "Memory for the whole process; rows beyond it are stored on disk");
    flags.add_option("--tmpdir", options_.temporary, "Directory for rows that exceed --memory")
        ->default_str("beside the output; of standard output TMPDIR")
        ->type_name("DIR");
    add_mark_flag(flags, options_.mark);
    add_number(flags, "--connections", connections_, connections.range.least, connections.range.most, "4",
               "Number of parallel requests");
    add_request_flags(flags, requests_);
    declare_watch(flags, "Report only errors that end the run");
  }

  result<int> execute() override {
    if (options_.output.empty() && options_.write_cdxj.empty() && !prints_)
      return refuse("name the output by --output, or give --print or --write-cdxj");
    const std::string prefix = options_.remote.inputs_prefix;
    options_.remote = requests_;
    options_.remote.inputs_prefix = prefix;
    options_.remote.connections = connections_;
    const closing_line closing(quiet());
    report_damage();
    return watch(
               task::merging, options_.remote,
               [this] { return copy_records(options_, STDOUT_FILENO, &monitor()); },
               prints_ || options_.output == "-")
        .map([&](const record_totals& done) -> int {
          if (!quiet()) print_losses(done);
          closing.print(fmt::format("{} of {}, {}", counted(done.records, "record"),
                                    counted(done.rows, "row"), in_bytes(static_cast<double>(done.bytes))));
          if (done.records == 0) return run_failed;
          return done.counted.total_damage() != 0 || done.without_place != 0 ? some_damaged : all_read;
        });
  }

 private:
  void print_losses(const record_totals& done) const {
    if (done.without_place != 0)
      print_message(fmt::format("{} without a record: record-offset or record-length is missing",
                                counted(done.without_place, "row")));
    if (done.records != done.places || done.records == 0)
      print_message(fmt::format(
          "{} of {} copied{}", in_thousands(done.records), counted(done.places, "record"),
          done.records != 0 || prints_ || options_.output == "-" ? ""
                                                                 : ": " + outputs() + " was not written"));
    const auto differing = done.counted.damaged[static_cast<std::size_t>(damage::wrong_checksum)];
    if (differing != 0)
      print_message(fmt::format("{} {} from a digest, and {} copied as stored", counted(differing, "record"),
                                differing == 1 ? "differs" : "differ", differing == 1 ? "is" : "are"));
  }

  [[nodiscard]] const std::string& outputs() const {
    return options_.output.empty() ? options_.write_cdxj : options_.output;
  }

  record_options options_;
  remote_options requests_;
  unsigned connections_ = remote_options().connections;
  bool prints_ = false;
};

}  // namespace

std::unique_ptr<command> make_records_command() {
  return std::make_unique<records_command>();
}

}  // namespace urlsieve::cli
