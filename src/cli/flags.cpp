// One function adds a group of flags, in the order of the help. A flag sets its option directly; the words of
// choices come from names.hpp.
#include "src/cli/flags.hpp"

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/field_flags.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/help/suggestion.hpp"
#include "src/cli/url_flags.hpp"
#include "src/codec/charset.hpp"
#include "src/codec/compression.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve::cli {

CLI::Option* add_threads_flag(CLI::App& app, unsigned& threads) {
  return add_number(app, "--threads", threads, 1, 1024, "one a processor", "Number of threads");
}

void add_running_flags(CLI::App& app, extract_options& options) {
  const std::string group = "Running";
  add_threads_flag(app, options.threads)->group(group);
  add_size(app, "--batch", options.batch_bytes, 1, std::size_t{1} << 30U, "256KiB",
           "How much is read and handed on at a time")
      ->group(group);
  app.add_flag("--resume", options.output.resume,
               "Keep a journal beside DIR, and go on from it if an earlier run was killed; "
               "leave a complete DIR, and read for one that lacks inputs only these")
      ->group(group);
  add_size(app, "--checkpoint", options.output.checkpoint_bytes, 1, std::size_t{1} << 50U, "1GiB",
           "With --resume: how much input, as stored, is read from one entry of the journal to the next")
      ->group(group);
  add_bad_input_flag(app, options.bad_input);
}

void add_bad_input_flag(CLI::App& app, bad_input_policy& policy) {
  add_choice(app, "--bad-input", policy,
             "Exit code 1 for inputs and archives that could not be read whole, for nothing, "
             "or for broken pages, too")
      ->group("Running");
}

void add_text_flags(CLI::App& app, text_options& options) {
  const std::string group = "URLs in text";
  app.add_flag("--join-quoted", options.join_quoted, "White space inside \"quotes\" does not end a URL")
      ->group(group);
  app.add_flag("--join-spaces", options.join_spaces, "Any white space inside <angle brackets> is removed")
      ->group(group);
  app.add_flag("--join-bare", options.join_bare,
               "A bare URL goes on behind a line break that a hard wrap made, at column 60 to 80")
      ->group(group);
  add_choice(app, "--hyphen", options.hyphen, "A hyphen right before a line break inside a wrapped URL")
      ->group(group);
  add_choice(app, "--abbreviated", options.abbreviated,
             "URLs without a scheme: none, www. and ftp. names, or any name under a public suffix")
      ->group(group);
  add_choice(
      app, "--unescape", options.unescape,
      "Escapes to decode in text: none, those of JSON and C strings, quoted-printable, character references "
      "of HTML, those of LaTeX, or, besides the text, percent-encoded URLs inside URLs and logs")
      ->group(group);
  app.add_flag("--refang", options.refang,
               "Undo what makes URLs harmless: hxxp://example[.]com, example(dot)com ...")
      ->group(group);
}

void add_link_flags(CLI::App& app, link_options& options) {
  const std::string group = "Links in markup";
  add_choice(app, "--links", options.links,
             "What a crawler follows, what a page loads, both, or data-* conventions too")
      ->group(group);
  add_choice<bool>(app, "--nofollow", options.drop_nofollow, {{"keep", false}, {"drop", true}},
                   "Links whose rel has 'nofollow', or all that are followed if <meta name=robots> says so")
      ->group(group);
  add_choice<bool>(app, "--conditional-comments", options.conditional_comments,
                   {{"read", true}, {"skip", false}},
                   "What stands in <!--[if ...]>, which some programs read as markup")
      ->group(group);
  app.add_flag("--scripts", options.scripts,
               "Strings of JavaScript that are URLs or paths, too, in pages, .js files and archives")
      ->group(group);
  app.add_flag("--text-links", options.text_links, "Look for URLs in the text of markup, too")->group(group);
}

void add_mail_flags(CLI::App& app, mail_options& options) {
  const std::string group = "Mail and news";
  add_choice(app, "--headers", options.headers,
             "Header fields searched: none, those of links (List-*, Archived-At ...), or all and Message-IDs")
      ->group(group);
  app.add_flag("--attachments", options.attachments,
               "Read application parts that are text, pages, messages, mailboxes or archives by type or "
               "content, too")
      ->group(group);
  app.add_flag("--keep-internal", options.keep_internal,
               "Keep references from one part of a message to another (cid: and MHTML)")
      ->group(group);
  app.add_flag("--unwrap", options.unwrap,
               "Undo the rewriting of links by mail gateways (safelinks, urldefense ...)")
      ->group(group);
}

void add_input_flags(CLI::App& app, input_options& options) {
  const std::string group = "Input";
  add_choice(app, "--format", options.format, "What the inputs are; `urlsieve help formats` explains it")
      ->group(group);
  app.add_option("--files-from", options.files_from,
                 "Read the names of inputs from FILE, one a line (-: standard input)")
      ->type_name("FILE")
      ->group(group);
  app.add_option_function<std::string>(
         "--charset",
         [&options](const std::string& typed) {
           const encoding named = find_encoding(typed);
           if (named.kind == encoding_kind::unknown || named.kind == encoding_kind::replacement)
             throw CLI::ValidationError("--charset",
                                        "'" + typed + "' is no label of a charset" +
                                            did_you_mean(ascii::lowered(typed), encoding_labels()));
           options.charset = typed;
         },
         "The charset of text and pages that declare none and have no byte order mark, such as shift_jis")
      ->default_str("guessed")
      ->type_name("LABEL")
      ->group(group);
  app.add_option("--json-url", options.json_url, "JSON Lines: the field that holds the document's URL")
      ->default_str(options.json_url)
      ->type_name("NAME")
      ->group(group);
  app.add_option("--json-text", options.json_text, "JSON Lines: the field that holds text")
      ->default_str(options.json_text)
      ->type_name("NAME")
      ->group(group);
  app.add_option("--json-html", options.json_html, "JSON Lines: the field that holds HTML")
      ->default_str(options.json_html)
      ->type_name("NAME")
      ->group(group);
  app.add_option("--json-mail", options.json_mail,
                 "JSON Lines: the field that holds a message in base64, as Gmail's API has it in \"raw\"")
      ->type_name("NAME")
      ->group(group);
  app.add_option("--columns", options.columns,
                 "Tables (CSV, TSV): read these columns only, by number from 1 or by name in the header line")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME|N,...")
      ->group(group);
  app.add_flag("--verify-inputs", options.verify_inputs,
               "Check the checksums that a collection of web archives (WACZ) lists")
      ->group(group);
  add_size(app, "--max-document", options.max_document, std::size_t{1} << 16U, std::size_t{1} << 31U, "64MiB",
           "Largest document that is read whole; at most an eighth of --memory")
      ->group(group);
}

void add_reach_flags(CLI::App& app, remote_options& options) {
  const std::string group = "Over the network";
  app.add_option("--endpoint", options.endpoint,
                 "Where s3://BUCKET is, if not at Amazon's: https://HOST:PORT")
      ->type_name("URL")
      ->default_str("AWS_ENDPOINT_URL")
      ->group(group);
  app.add_flag("--anonymous", options.anonymous, "Ask S3 without credentials, as for what anybody may read")
      ->group(group);
  add_number(
      app, "--retries", options.retries, 0, 100, std::to_string(options.retries),
      "How often in a row a request that brings nothing is tried once more, each time after a longer wait")
      ->group(group);
  add_number(app, "--stall", options.stall, 1, 3600, std::to_string(options.stall),
             "Seconds without a byte until a connection counts as broken")
      ->group(group);
}

void add_remote_flags(CLI::App& app, remote_options& options) {
  const std::string group = "Over the network";
  app.add_option("--inputs-prefix", options.inputs_prefix,
                 "Put URL before the names that --files-from gives, as of lists of paths of Common Crawl")
      ->type_name("URL")
      ->group(group);
  add_number(app, "--connections", options.connections, 1, 64, std::to_string(options.connections),
             "Connections at the same time for one input or output")
      ->group(group);
  add_reach_flags(app, options);
}

void add_output_flags(CLI::App& app, output_options& options) {
  const std::string group = "Output";
  CLI::Option* const directory = app.add_option("-o,--output", options.directory, "Write shards into DIR")
                                     ->default_str("rows to standard output")
                                     ->type_name("DIR")
                                     ->group(group);
  add_number(app, "--shards", options.shards, 1, 65536, std::to_string(options.shards),
             "Number of shards, at most 65536")
      ->group(group);
  add_choice(
      app, "--shard-by", options.shard_by,
      "What decides a URL's shard: all of it, its host, its registrable domain, or the directory that it "
      "lies in (smaller shards when packed)")
      ->group(group);
  add_choice(app, "--order", options.order,
             "The order inside a shard: of bytes, of SURT keys, or of the input")
      ->needs(directory)
      ->group(group);
  add_choice<compression>(app, "--compress", options.compress, words_of<compression>(is_written),
                          "Compression of the shards; pages of Parquet are always packed by zstd")
      ->needs(directory)
      ->group(group);
  app.add_flag("--force", options.force,
               "Replace DIR if it is an output of urlsieve that holds nothing the run needs")
      ->needs(directory)
      ->group(group);
  add_fields_flag(
      app, options.fields, [](field) { return true; },
      "The columns of a row, by commas; `urlsieve help fields` explains them");
  CLI::Option* const rows =
      add_choice(app, "--rows", options.rows,
                 "Rows are tab-separated columns, JSON objects, or, in shards, those of Parquet files");
  rows->group(group);
  app.add_flag_callback(
         "--jsonl", [&options] { options.rows = row_form::jsonl; }, "The same as --rows jsonl")
      ->excludes(rows)
      ->group(group);
  add_choice(app, "--similar", options.similar,
             "Of URLs alike but for values of parameters, or numbers, the first; `count` has how many")
      ->group(group);
  CLI::Option* const edges =
      add_choice(app, "--edges", options.edges,
                 "Pairs of a document's URL and a URL in it, as two columns; or of their hosts, or their "
                 "registrable domains");
  edges->group(group);
  add_choice(app, "--self-loops", options.self_loops, "What becomes of edges whose two ends are the same")
      ->needs(edges)
      ->group(group);
  CLI::Option* const seen =
      app.add_option("--seen", options.seen, "Leave out URLs that the output DIR of an earlier run has")
          ->allow_extra_args(false)
          ->type_name("DIR")
          ->group(group);
  app.add_flag("--mark-new", options.mark_new, "Keep them, and add a column 'new': 1 or 0")
      ->needs(seen)
      ->group(group);
  add_number(app, "--max-sources", options.max_sources, 1, 1024, std::to_string(options.max_sources),
             "How many documents field 'sources' names, at most")
      ->group(group);
  CLI::Option* const every =
      app.add_flag_callback(
             "--no-dedup", [&options] { options.dedup = false; }, "Every reference, in order")
          ->excludes(directory)
          ->group(group);
  app.add_flag("--exact", options.exact,
               "On standard output, compare URLs by bytes instead of 128-bit fingerprints")
      ->excludes(directory)
      ->excludes(every)
      ->group(group);
  app.add_flag("--line-buffered", options.line_buffered,
               "Write each row at once, as soon as its input is there (else within 100 ms)")
      ->excludes(directory)
      ->group(group);
}

void add_memory_flags(CLI::App& app, output_options& options) {
  const std::string group = "Running";
  add_size(app, "--memory", options.memory, std::size_t{1} << 20U, std::size_t{1} << 50U,
           "half of the machine's or control group's",
           "Memory for the whole process; URLs beyond it go to disk")
      ->group(group);
  app.add_option("--tmpdir", options.temporary, "Where what does not fit into --memory goes")
      ->default_str("beside the output; of standard output TMPDIR")
      ->type_name("DIR")
      ->group(group);
  add_number(app, "--expect", options.expected, 0, std::uint64_t{1} << 50U, "",
             "Number of distinct URLs, if known: saves time")
      ->group(group);
}

void add_redirect_flags(CLI::App& app, redirect_options& options) {
  const std::string group = "Redirects";
  add_protocol_flag(app, options);
  app.add_option("--write-redirects", options.write_to,
                 "Write the permanent redirects of archived responses (301, 308) to FILE: from, tab, to")
      ->type_name("FILE")
      ->group(group);
  app.add_flag("--learn-redirects", options.learn,
               "At --ladder protocol, follow those that this very run meets, too (needs -o)")
      ->group(group);
  app.add_flag("--canonical-redirects", options.canonical,
               "<link rel=canonical> of a page is one, too (with --write-redirects or --learn-redirects)")
      ->group(group);
}

void add_merge_flags(CLI::App& app, std::optional<compression>& packing, std::uint64_t& memory) {
  add_choice<std::optional<compression>>(app, "--compress", packing,
                                         words_of<compression, std::optional<compression>>(is_written),
                                         "Compression of the shards")
      ->default_str("that of the first DIR");
  add_size(app, "--memory", memory, std::size_t{1} << 20U, std::size_t{1} << 50U, "half of the machine's",
           "Fewer threads, or several steps, where merging would need more than this");
}

void add_reader_memory_flag(CLI::App& app, std::uint64_t& memory) {
  add_size(app, "--memory", memory, std::size_t{1} << 20U, std::size_t{1} << 50U, "half of the machine's",
           "Fewer threads where reading would need more than this");
}

void add_mark_flag(CLI::App& app, success_marker_policy& mark) {
  add_choice<success_marker_policy>(
      app, "--bad-input", mark,
      {{"fault", success_marker_policy::required}, {"ok", success_marker_policy::may_be_missing}},
      "Whether a DIR must have _SUCCESS: not all of its input was read otherwise");
}

}  // namespace urlsieve::cli
