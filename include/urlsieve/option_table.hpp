// The table of options: a row for each option of `urlsieve extract` except those for statistics and messages,
// in the order of its help.
//
// The flags, their help, the options by name (option_words.hpp), the range checks of runs, the options in
// manifests and the comparison of outputs to merge come from the rows.
#ifndef URLSIEVE_OPTION_TABLE_HPP
#define URLSIEVE_OPTION_TABLE_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "urlsieve/member_count.hpp"
#include "urlsieve/option_row.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

namespace option_rows {

using all = extract_options;
using enum option_group;
using reference_command::compare;
using reference_command::normalize;
using reference_command::resolve;

inline constexpr std::uint64_t mib = std::uint64_t{1} << 20U;
inline constexpr std::uint64_t gib = std::uint64_t{1} << 30U;
inline constexpr std::uint64_t pib = std::uint64_t{1} << 50U;
inline constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

inline constexpr std::array rows{
    option_at<&all::base>("base", general, "Base URL of documents that have none of their own", value("URL"),
                          planned, manifest_at(10, manifest_form::masked)),
    option_at<&all::input, &input_options::base_of>(
        "base-of", general,
        "Files below DIR have the URL that their path has below URL, as in a mirror; of a URL such as "
        "https:// the path begins with the host",
        value("DIR=URL"), planned, manifest_at(11, manifest_form::masked)),
    option_at<&all::content_location>("content-location", general,
                                      "Content-Location of an HTTP response is the base of what it holds",
                                      planned, manifest_at(12)),

    option_at<&all::input, &input_options::format>(
        "format", input, "What the inputs are; `urlsieve help formats` explains it", planned, manifest_at(1)),
    option_at<&all::input, &input_options::files_from>(
        "files-from", input, "Read the names of inputs from FILE, one a line (-: standard input)",
        value("FILE")),
    option_at<&all::input, &input_options::charset>(
        "charset", input,
        "The charset of text and pages that declare none and have no byte order mark, such as shift_jis",
        value("LABEL"), standing("guessed"), planned, manifest_at(2, manifest_form::charset)),
    option_at<&all::input, &input_options::json_url>("json-url", input,
                                                     "JSON Lines: the field that holds the document's URL",
                                                     value("NAME"), planned, manifest_at(3)),
    option_at<&all::input, &input_options::json_text>(
        "json-text", input, "JSON Lines: the field that holds text", value("NAME"), planned, manifest_at(4)),
    option_at<&all::input, &input_options::json_html>(
        "json-html", input, "JSON Lines: the field that holds HTML", value("NAME"), planned, manifest_at(5)),
    option_at<&all::input, &input_options::json_mail>(
        "json-mail", input,
        "JSON Lines: the field that holds a message in base64, as Gmail's API has it in \"raw\"",
        value("NAME"), planned, manifest_at(6)),
    option_at<&all::input, &input_options::columns>(
        "columns", input,
        "Tables (CSV, TSV): read these columns only, by number from 1 or by name in the header line",
        list_of(list_element::text), value("NAME|N,..."), planned, manifest_at(7)),
    option_at<&all::input, &input_options::verify_inputs>(
        "verify-inputs", input, "Check the checksums that a collection of web archives (WACZ) lists", planned,
        manifest_at(8)),
    option_at<&all::input, &input_options::max_document>(
        "max-document", input, "Largest document that is read whole; at most an eighth of {memory}",
        bytes(256, 2 * gib), planned, manifest_at(9)),

    option_at<&all::remote, &remote_options::inputs_prefix>(
        "inputs-prefix", network,
        "Put URL before the names that {files-from} gives, as of lists of paths of Common Crawl",
        value("URL")),
    option_at<&all::remote, &remote_options::connections>(
        "connections", network, "Connections at the same time for one input or output", from_to(1, 64),
        planned),
    option_at<&all::remote, &remote_options::endpoint>(
        "endpoint", network, "Where s3://BUCKET is, if not at Amazon's: https://HOST:PORT", value("URL"),
        standing("AWS_ENDPOINT_URL"), planned),
    option_at<&all::remote, &remote_options::anonymous>(
        "anonymous", network, "Ask S3 without credentials, as for what anybody may read", planned),
    option_at<&all::remote, &remote_options::retries>(
        "retries", network,
        "How often in a row a request that brings nothing is tried once more, each time after a longer wait",
        from_to(0, 100), planned),
    option_at<&all::remote, &remote_options::stall>(
        "stall", network, "Seconds without a byte until a connection counts as broken", from_to(1, 3600),
        planned),

    option_at<&all::output, &output_options::directory>("output", output, "Write shards into DIR",
                                                        letter("o"), value("DIR"),
                                                        standing("rows to standard output")),
    option_at<&all::output, &output_options::shards>("shards", output, "Number of shards, at most 65536",
                                                     from_to(1, 65536), planned),
    option_at<&all::output, &output_options::shard_by>(
        "shard-by", output,
        "What decides a URL's shard: all of it, its host, its registrable domain, or the directory that it "
        "lies in (smaller shards when packed)",
        planned),
    option_at<&all::output, &output_options::order>(
        "order", output, "The order inside a shard: of bytes, of SURT keys, or of the input", needs("output"),
        planned),
    option_at<&all::output, &output_options::compress>(
        "compress", output, "Compression of the shards; pages of Parquet are always packed by zstd",
        needs("output"), planned),
    option_at<&all::output, &output_options::force>(
        "force", output, "Replace DIR if it is an output of urlsieve that holds nothing the run needs",
        needs("output")),
    option_at<&all::output, &output_options::fields>(
        "fields", output, "The columns of a row, by commas; `urlsieve help fields` explains them", planned),
    option_at<&all::output, &output_options::rows>(
        "rows", output, "Rows are tab-separated columns, JSON objects, or, in shards, those of Parquet files",
        planned),
    option_at<&all::output, &output_options::rows>("jsonl", output, "The same as {rows} jsonl",
                                                   short_for("jsonl"), excludes("rows"), planned),
    option_at<&all::output, &output_options::similar>(
        "similar", output,
        "Of URLs alike but for values of parameters, or numbers, the first; `count` has how many",
        manifest_at(69), shapes_urls("\"none\"")),
    option_at<&all::output, &output_options::edges>(
        "edges", output,
        "Pairs of a document's URL and a URL in it, as two columns; or of their hosts, or their registrable "
        "domains",
        planned),
    option_at<&all::output, &output_options::self_loops>("self-loops", output,
                                                         "What becomes of edges whose two ends are the same",
                                                         needs("edges"), planned, manifest_at(64)),
    option_at<&all::output, &output_options::seen>(
        "seen", output, "Leave out URLs that the output DIR of an earlier run has", value("DIR"), planned,
        manifest_at(66, manifest_form::presence)),
    option_at<&all::output, &output_options::mark_new>(
        "mark-new", output, "Keep them, and add a column 'new': 1 or 0", needs("seen"), manifest_at(67)),
    option_at<&all::output, &output_options::max_sources>("max-sources", output,
                                                          "How many documents field 'sources' names, at most",
                                                          from_to(1, 1024), planned, manifest_at(65)),
    option_at<&all::output, &output_options::dedup>("no-dedup", output, "Every reference, in order", inverted,
                                                    excludes("output"), manifest_at(68), shapes_urls()),
    option_at<&all::output, &output_options::exact>(
        "exact", output, "On standard output, compare URLs by bytes instead of 128-bit fingerprints",
        excludes("output", "no-dedup")),
    option_at<&all::output, &output_options::line_buffered>(
        "line-buffered", output, "Write each row at once, as soon as its input is there (else within 100 ms)",
        excludes("output")),

    option_at<&all::url, &url_options::ladder>(
        "ladder", urls,
        "The rung to normalize to; protocol needs {redirects}. `urlsieve help ladder` explains it",
        also_in(normalize | resolve | compare), planned, manifest_at(13), shapes_urls()),
    option_at<&all::url, &url_options::resolution>(
        "resolution", urls, "The document whose resolution algorithm is followed",
        also_in(normalize | resolve | compare), planned, manifest_at(14), shapes_urls()),
    option_at<&all::url, &url_options::above_root>(
        "above-root", urls, "'..' above the root", first_word_unset, standing("as {resolution} says"),
        also_in(normalize | resolve | compare), planned, manifest_at(15), shapes_urls()),
    option_at<&all::url, &url_options::same_scheme>(
        "same-scheme", urls, "What http:path means against an http base",
        also_in(normalize | resolve | compare), planned, manifest_at(16), shapes_urls()),
    option_at<&all::url, &url_options::slashes>(
        "slashes", urls,
        "Slashes before a host of http, https, ws, wss and ftp: two, or any number as browsers read them",
        also_in(normalize | resolve | compare), planned, manifest_at(17), shapes_urls("\"strict\"")),
    option_at<&all::url, &url_options::unreserved>(
        "unreserved", urls, "Which escapes are decoded from the syntax rung on",
        also_in(normalize | resolve | compare), planned, manifest_at(18), shapes_urls()),
    option_at<&all::url, &url_options::strict>(
        "strict", urls, "Reject what needs repair instead of repairing it",
        also_in(normalize | resolve | compare), planned, manifest_at(21)),
    option_at<&all::url, &url_options::max_url>(
        "max-url", urls, "Longest URL; longer ones are counted and left out", bytes(1, 16 * mib),
        also_in(normalize | resolve | compare), planned, manifest_at(24)),
    option_at<&all::url, &url_options::keep_fragment>(
        "keep-fragment", urls, "Keep #fragments: they are part of the URL then", also_in(normalize | compare),
        planned, manifest_at(19), shapes_urls()),

    option_at<&all::output, &output_options::key>(
        "key", output, "Write a sort-friendly form beside each URL, as field 'key'",
        also_in(normalize | resolve), planned),

    option_at<&all::url, &url_options::userinfo>(
        "userinfo", safety,
        "'user:password@' before the host: keep it, write the URL without it, or leave the URL out",
        also_in(normalize | resolve | compare), planned, manifest_at(25), shapes_urls()),
    option_at<&all::url, &url_options::drop_flags>(
        "drop", safety,
        "Leave out URLs that have one of these flags, by commas; `urlsieve help flags` explains them",
        also_in(normalize | resolve | compare), planned, manifest_at(26, manifest_form::value, "drop")),

    option_at<&all::url, &url_options::conventions, &convention_options::drop_tracking>(
        "drop-tracking", conventions, "Drop query parameters that only say where a visitor came from",
        also_in(normalize | resolve | compare), planned, manifest_at(29), shapes_urls()),
    option_at<&all::url, &url_options::conventions, &convention_options::drop_session_ids>(
        "drop-session-ids", conventions, "Drop parameters that only name a session",
        also_in(normalize | resolve | compare), planned, manifest_at(30), shapes_urls()),
    option_at<&all::url, &url_options::conventions, &convention_options::sort_query>(
        "sort-query", conventions, "Put query parameters in the order of their bytes",
        also_in(normalize | resolve | compare), planned, manifest_at(31), shapes_urls()),
    option_at<&all::url, &url_options::conventions, &convention_options::fold_www>(
        "fold-www", conventions, "www.example.com = example.com", also_in(normalize | resolve | compare),
        planned, manifest_at(32), shapes_urls()),
    option_at<&all::url, &url_options::conventions, &convention_options::fold_index>(
        "fold-index", conventions, "/index.html = /", also_in(normalize | resolve | compare), planned,
        manifest_at(33), shapes_urls()),
    option_at<&all::url, &url_options::conventions, &convention_options::fold_https>(
        "fold-https", conventions, "https: = http:", also_in(normalize | resolve | compare), planned,
        manifest_at(34), shapes_urls()),
    option_at<&all::url, &url_options::drop_params>(
        "drop-params", conventions,
        "Drop these query parameters, by commas; @FILE has one a line, and ref* is all that begin so",
        list_of(list_element::parameter), also_in(normalize), planned, manifest_at(27), shapes_urls("[]")),
    option_at<&all::url, &url_options::keep_params>(
        "keep-params", conventions, "Keep these query parameters only; likewise",
        list_of(list_element::parameter), also_in(normalize), planned, manifest_at(28), shapes_urls("[]")),

    option_at<&all::url, &url_options::keep_same_document>("same-document", urls,
                                                           "References to the document itself ('', '#s')",
                                                           words("drop", "keep"), planned, manifest_at(20)),
    option_at<&all::url, &url_options::schemes>("schemes", urls, "Keep these schemes only",
                                                list_of(list_element::scheme), planned, manifest_at(22)),
    option_at<&all::url, &url_options::drop_schemes>("drop-schemes", urls, "Leave these schemes out",
                                                     list_of(list_element::scheme), planned, manifest_at(23)),

    option_at<&all::filters, &filter_options::where>(
        "where", filters,
        "Keep references that stood there, as field 'where' has it, by commas; * is anything: *@href",
        list_of(list_element::text), planned, manifest_at(53)),
    option_at<&all::filters, &filter_options::hosts>("hosts", filters, "Keep these hosts, one a line",
                                                     value("FILE"), planned,
                                                     manifest_at(54, manifest_form::presence)),
    option_at<&all::filters, &filter_options::domains>(
        "domains", filters, "Keep these domains, one a line, and all names below them", value("FILE"),
        planned, manifest_at(55, manifest_form::presence)),
    option_at<&all::filters, &filter_options::drop_hosts>("drop-hosts", filters, "Leave these hosts out",
                                                          value("FILE"), planned,
                                                          manifest_at(56, manifest_form::presence)),
    option_at<&all::filters, &filter_options::drop_domains>(
        "drop-domains", filters, "Leave these domains out, and all names below them", value("FILE"), planned,
        manifest_at(57, manifest_form::presence)),
    option_at<&all::filters, &filter_options::same_site>(
        "same-site", filters, "Keep URLs of the registrable domain of their document", planned,
        manifest_at(58)),
    option_at<&all::filters, &filter_options::other_site>("other-site", filters, "Keep the others",
                                                          excludes("same-site"), planned, manifest_at(59)),
    option_at<&all::filters, &filter_options::extensions>(
        "extensions", filters, "Keep URLs whose path ends in one of these, by commas: pdf,doc",
        list_of(list_element::text), planned, manifest_at(60)),
    option_at<&all::filters, &filter_options::include>(
        "include", filters,
        "Keep URLs that one of these expressions (RE2) matches somewhere; COLUMN=PATTERN looks at a part",
        value("PATTERN"), planned, manifest_at(61)),
    option_at<&all::filters, &filter_options::exclude>("exclude", filters,
                                                       "Leave URLs out that one of these matches",
                                                       value("PATTERN"), planned, manifest_at(62)),
    option_at<&all::filters, &filter_options::sample>(
        "sample", filters, "Keep this part of the URLs, chosen by a hash: the same ones in every run",
        value("P"), planned, manifest_at(63)),
    option_at<&all::filters, &filter_options::limit>(
        "limit", filters, "End after so many distinct URLs on standard output; input is not read on",
        from_to(1, unlimited)),

    option_at<&all::text, &text_options::join_quoted>(
        "join-quoted", text, "White space inside \"quotes\" does not end a URL", planned, manifest_at(40)),
    option_at<&all::text, &text_options::join_spaces>(
        "join-spaces", text, "Any white space inside <angle brackets> is removed", planned, manifest_at(41)),
    option_at<&all::text, &text_options::join_bare>(
        "join-bare", text, "A bare URL goes on behind a line break that a hard wrap made, at column 60 to 80",
        planned, manifest_at(46)),
    option_at<&all::text, &text_options::hyphen>(
        "hyphen", text, "A hyphen right before a line break inside a wrapped URL", planned, manifest_at(42)),
    option_at<&all::text, &text_options::abbreviated>(
        "abbreviated", text,
        "URLs without a scheme: none, www. and ftp. names, or any name under a public suffix", planned,
        manifest_at(43)),
    option_at<&all::text, &text_options::unescape>(
        "unescape", text,
        "Escapes to decode in text: none, those of JSON and C strings, quoted-printable, character "
        "references of HTML, those of LaTeX, or, besides the text, percent-encoded URLs inside URLs and logs",
        planned, manifest_at(44)),
    option_at<&all::text, &text_options::refang>(
        "refang", text, "Undo what makes URLs harmless: hxxp://example[.]com, example(dot)com ...", planned,
        manifest_at(45)),

    option_at<&all::links, &link_options::links>(
        "links", links, "What a crawler follows, what a page loads, both, or data-* conventions too", planned,
        manifest_at(35)),
    option_at<&all::links, &link_options::drop_nofollow>(
        "nofollow", links,
        "Links whose rel has 'nofollow', or all that are followed if <meta name=robots> says so",
        words("keep", "drop"), planned, manifest_at(36)),
    option_at<&all::links, &link_options::conditional_comments>(
        "conditional-comments", links, "What stands in <!--[if ...]>, which some programs read as markup",
        words("skip", "read"), planned, manifest_at(37)),
    option_at<&all::links, &link_options::scripts>(
        "scripts", links,
        "Strings of JavaScript that are URLs or paths, too, in pages, .js files and archives", planned,
        manifest_at(39)),
    option_at<&all::links, &link_options::text_links>(
        "text-links", links, "Look for URLs in the text of markup, too", planned, manifest_at(38)),

    option_at<&all::mail, &mail_options::headers>(
        "headers", mail,
        "Header fields searched: none, those of links (List-*, Archived-At ...), or all and Message-IDs",
        planned, manifest_at(47)),
    option_at<&all::mail, &mail_options::attachments>(
        "attachments", mail,
        "Read application parts that are text, pages, messages, mailboxes or archives by type or content, "
        "too",
        planned, manifest_at(48)),
    option_at<&all::mail, &mail_options::keep_internal>(
        "keep-internal", mail, "Keep references from one part of a message to another (cid: and MHTML)",
        planned, manifest_at(49)),
    option_at<&all::mail, &mail_options::unwrap>(
        "unwrap", mail, "Undo the rewriting of links by mail gateways (safelinks, urldefense ...)", planned,
        manifest_at(50)),

    option_at<&all::redirects, &redirect_options::read_from>(
        "redirects", redirects,
        "Follow the redirects in FILE (from, tab, to on each line) at {ladder} protocol", value("FILE"),
        also_in(normalize | resolve | compare), planned),
    option_at<&all::redirects, &redirect_options::write_to>(
        "write-redirects", redirects,
        "Write the permanent redirects of archived responses (301, 308) to FILE: from, tab, to",
        value("FILE")),
    option_at<&all::redirects, &redirect_options::learn>(
        "learn-redirects", redirects,
        "At {ladder} protocol, follow those that this very run meets, too (needs {output})",
        manifest_at(52, manifest_form::value, "learn_redirects")),
    option_at<&all::redirects, &redirect_options::canonical>(
        "canonical-redirects", redirects,
        "<link rel=canonical> of a page is one, too (with {write-redirects} or {learn-redirects})",
        manifest_at(51, manifest_form::value, "canonical_redirects")),

    option_at<&all::threads>("threads", running, "Number of threads", from_to(1, 1024),
                             standing("one a processor"), planned),
    option_at<&all::batch_bytes>("batch", running, "How much is read and handed on at a time", bytes(1, gib),
                                 planned),
    option_at<&all::output, &output_options::resume>(
        "resume", running,
        "Keep a journal beside DIR, and go on from it if an earlier run was killed; leave a complete DIR, "
        "and read for one that lacks inputs only these"),
    option_at<&all::output, &output_options::checkpoint_bytes>(
        "checkpoint", running,
        "With {resume}: how much input, as stored, is read from one entry of the journal to the next",
        bytes(1, pib)),
    option_at<&all::bad_input>("bad-input", running,
                               "Exit code 1 for inputs and archives that could not be read whole, for "
                               "nothing, or for broken pages, too",
                               planned),
    option_at<&all::output, &output_options::memory>(
        "memory", running, "Memory for the whole process; URLs beyond it go to disk", bytes(mib, pib),
        standing("half of the machine's or control group's"), planned),
    option_at<&all::output, &output_options::temporary>(
        "tmpdir", running, "Where what does not fit into {memory} goes", value("DIR"),
        standing("beside the output; of standard output TMPDIR")),
    option_at<&all::output, &output_options::expected>(
        "expect", running, "Number of distinct URLs, if known: saves time", from_to(0, pib), planned),
    option_at<&all::rejects, &reject_options::write_to>(
        "rejects", running, "Write references that gave no URL to FILE: reason, raw, source, where, offset",
        value("FILE")),
    option_at<&all::rejects, &reject_options::limit>("rejects-limit", running,
                                                     "How many of them FILE has, at most: the first ones"),
};

// Members that only the C++ interface has.
inline constexpr std::array<std::string_view, 5> members_without_row{
    "input_options::paths", "link_options::note_canonical", "link_options::note_context",
    "remote_options::on_retry", "extract_options::also_written"};

// Returns true if each member of `Struct`, called `name`, has a row or is in members_without_row. `nested`:
// the number of members that are structs of options.
template <class Struct>
[[nodiscard]] consteval bool has_rows(std::string_view name, std::size_t nested = 0) {
  const auto belongs = [name](std::string_view member) {
    return member.starts_with(name) && member.substr(name.size()).starts_with("::");
  };
  auto known = static_cast<std::size_t>(
      std::count_if(members_without_row.begin(), members_without_row.end(), belongs));
  for (const auto* row = rows.begin(); row != rows.end(); ++row)
    if (belongs(row->member) && std::none_of(rows.begin(), row, [row](const option_row& earlier) {
          return earlier.member == row->member;
        }))
      ++known;
  return known + nested == member_count<Struct>;
}

static_assert(has_rows<input_options>("input_options") && has_rows<remote_options>("remote_options") &&
                  has_rows<url_options>("url_options", 1) &&
                  has_rows<convention_options>("convention_options") &&
                  has_rows<text_options>("text_options") && has_rows<link_options>("link_options") &&
                  has_rows<mail_options>("mail_options") && has_rows<filter_options>("filter_options") &&
                  has_rows<output_options>("output_options") && has_rows<reject_options>("reject_options") &&
                  has_rows<redirect_options>("redirect_options") &&
                  has_rows<extract_options>("extract_options", 10),
              "each member of the options needs a row");

}  // namespace option_rows

inline constexpr const auto& option_table = option_rows::rows;

namespace option_rows {

inline constexpr auto manifest_size = static_cast<std::size_t>(
    std::count_if(rows.begin(), rows.end(), [](const option_row& row) { return row.entry.place != 0; }));

[[nodiscard]] consteval std::array<const option_row*, manifest_size> sorted_by_place() {
  std::array<const option_row*, manifest_size> sorted{};
  for (const option_row& row : rows) {
    if (row.entry.place == 0) continue;
    const option_row*& at = sorted.at(row.entry.place - std::size_t{1});
    if (at != nullptr) throw "two options have the same place in the manifest";
    at = &row;
  }
  return sorted;
}

}  // namespace option_rows

// The rows of the options in the manifest, in the order of the manifest. A new option takes the next place.
inline constexpr auto manifest_options = option_rows::sorted_by_place();

// Returns the row of the option `word`, or nullptr.
[[nodiscard]] constexpr const option_row* find_option(std::string_view word) {
  const auto* const row = std::find_if(option_table.begin(), option_table.end(),
                                       [&](const option_row& each) { return each.word == word; });
  return row == option_table.end() ? nullptr : row;
}

}  // namespace urlsieve

#endif
