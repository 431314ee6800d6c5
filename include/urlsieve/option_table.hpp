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
    option_at<&all::base>("base", general, "Base URL of documents without a base URL of their own", common,
                          value("URL"), planned, manifest_at(10, manifest_form::masked)),
    option_at<&all::input, &input_options::base_of>(
        "base-of", general,
        "URL of the files below DIR, as in a mirror: URL, then the path below DIR; with a URL such as "
        "https:// the path begins with the host",
        value("DIR=URL"), planned, manifest_at(11, manifest_form::masked)),
    option_at<&all::content_location>("content-location", general,
                                      "Use the Content-Location of an HTTP response as base URL of its body",
                                      expert, planned, manifest_at(12)),

    option_at<&all::input, &input_options::format>(
        "input-format", input, "Format of the inputs; `urlsieve help formats` explains the formats", common,
        planned, manifest_at(1, manifest_form::value, "input_format")),
    option_at<&all::input, &input_options::files_from>(
        "files-from", input,
        "Read the names of inputs from FILE, one name a line (-: standard input); if FILE is an index of "
        "records, such as CDXJ, read only these records",
        common, value("FILE")),
    option_at<&all::input, &input_options::charset>(
        "charset", input,
        "Charset of text and pages without declaration and byte order mark, such as shift_jis",
        value("LABEL"), standing("guessed"), planned, manifest_at(2, manifest_form::charset)),
    option_at<&all::input, &input_options::json_url>("json-url", input,
                                                     "JSON Lines: the field with the URL of the document",
                                                     value("NAME"), planned, manifest_at(3)),
    option_at<&all::input, &input_options::json_text>("json-text", input, "JSON Lines: the field with text",
                                                      value("NAME"), planned, manifest_at(4)),
    option_at<&all::input, &input_options::json_html>("json-html", input, "JSON Lines: the field with HTML",
                                                      value("NAME"), planned, manifest_at(5)),
    option_at<&all::input, &input_options::json_mail>(
        "json-mail", input, "JSON Lines: the field with a message in base64, such as \"raw\" of Gmail's API",
        value("NAME"), planned, manifest_at(6)),
    option_at<&all::input, &input_options::columns>(
        "columns", input,
        "Tables (CSV, TSV): read only these columns, given by number from 1 or by name in the header line",
        list_of(list_element::text), value("NAME|N,..."), planned, manifest_at(7)),
    option_at<&all::input, &input_options::count_column>(
        "count-column", input,
        "Lists ({input-format} urls): column N, separated by TABs, holds the count of the URL in column 1; "
        "without the option, each line counts 1",
        from_to(2, 1000), value("N"), standing("none"), planned, manifest_at(78)),
    option_at<&all::input, &input_options::verify_inputs>(
        "verify-inputs", input, "Check the checksums that a collection of web archives (WACZ) lists", planned,
        manifest_at(8)),
    option_at<&all::input, &input_options::max_document>(
        "max-document", input,
        "Size of the largest document that is read whole; at most an eighth of {memory}", expert,
        bytes(256, 2 * gib), planned, manifest_at(9)),

    option_at<&all::remote, &remote_options::inputs_prefix>(
        "inputs-prefix", network,
        "Put URL before the names from {files-from}, as for lists of paths of Common Crawl", value("URL")),
    option_at<&all::remote, &remote_options::connections>(
        "connections", network, "Number of parallel connections for each input or output", expert,
        from_to(1, 64), planned),
    option_at<&all::remote, &remote_options::endpoint>(
        "endpoint", network, "Server of s3://BUCKET if not Amazon's: https://HOST:PORT", expert, value("URL"),
        standing("AWS_ENDPOINT_URL"), planned),
    option_at<&all::remote, &remote_options::anonymous>(
        "anonymous", network, "Read public objects in S3 without credentials", planned),
    option_at<&all::remote, &remote_options::retries>(
        "retries", network, "Number of retries in a row without new bytes, each after a longer wait",
        from_to(0, 100), planned),
    option_at<&all::remote, &remote_options::stall>(
        "stall", network, "Seconds without a byte after which a connection is broken off", expert,
        from_to(1, 3600), planned),

    option_at<&all::output, &output_options::directory>("output", output, "Write shards into DIR", common,
                                                        letter("o", true), value("DIR"),
                                                        standing("rows to standard output")),
    option_at<&all::output, &output_options::shards>("shards", output, "Number of shards, at most 65536",
                                                     common, from_to(1, 65536), planned),
    option_at<&all::output, &output_options::shard_by>(
        "shard-by", output,
        "Part of the URL that selects its shard: the whole URL, the host, the registrable domain, or the "
        "directory; compressed shards by host or domain are smallest",
        standing("host for Parquet (or as {seen}), else url"), planned),
    option_at<&all::output, &output_options::order>(
        "order", output, "Order of rows in a shard: by the bytes of the URL, by SURT key, or as in the input",
        needs("output"), planned),
    option_at<&all::output, &output_options::compress>(
        "compress", output, "Compression of the shards; pages of Parquet are always compressed by zstd",
        common, needs("output"), planned),
    option_at<&all::output, &output_options::filter_bits>(
        "filter-bits", output,
        "Write a filter of N + 4% bits per URL beside each shard, so that {seen}, update and get skip most "
        "shards that lack a URL; 0: none",
        from_to(0, 24), planned),
    option_at<&all::output, &output_options::force>(
        "force", output, "Replace DIR if DIR is an output of urlsieve that the run does not read", common,
        needs("output")),
    option_at<&all::output, &output_options::fields>(
        "fields", output,
        "Columns of a row, separated by commas; `urlsieve help fields` explains the columns", common,
        letter("f"), planned),
    option_at<&all::output, &output_options::format>("output-format", output,
                                                     "Form of rows: columns separated by tabs, JSON objects, "
                                                     "rows of Parquet files (in shards), or columns "
                                                     "separated by commas (on standard output)",
                                                     common, planned),
    option_at<&all::output, &output_options::format>("jsonl", output, "Same as {output-format} jsonl", common,
                                                     short_for("jsonl"), excludes("output-format"), planned),
    option_at<&all::output, &output_options::header>(
        "header", output,
        "Name the columns in the first line of standard output, and of the file of {rejects}"),
    option_at<&all::output, &output_options::dedup_by>(
        "dedup-by", output,
        "Keep the first of equal URLs, of URLs that differ only in values of parameters, or only in numbers; "
        "`count` has the number of all",
        manifest_at(69), shapes_urls("\"url\"")),
    option_at<&all::output, &output_options::edges>(
        "edges", output,
        "Write pairs of two columns: the URL of a document and a URL in the document, or their hosts, or "
        "their registrable domains",
        planned),
    option_at<&all::output, &output_options::self_loops>("self-loops", output,
                                                         "Keep or drop edges with two equal ends",
                                                         needs("edges"), planned, manifest_at(64)),
    option_at<&all::output, &output_options::vertices>(
        "vertices", output,
        "Vertices of {edges}: the ends of pairs, or also each document with a URL, as a row with an empty "
        "target",
        needs("edges"), planned, manifest_at(92)),
    option_at<&all::output, &output_options::hosts_as>(
        "hosts-as", output,
        "Names of {edges} host and domain: the hosts of URLs, or the names of Common Crawl's web graphs "
        "(http "
        "and https only, no addresses, no single labels, no 'www.' in front, no dot at the end)",
        needs("edges"), planned, manifest_at(93), shapes_urls("\"full\"")),
    option_at<&all::output, &output_options::seen>(
        "seen", output, "Drop URLs in the output DIR of an earlier run", value("DIR"), planned,
        manifest_at(66, manifest_form::presence)),
    option_at<&all::output, &output_options::seen_approx>(
        "seen-approx", output,
        "Trust the filters of {seen} alone: faster, but drops about 2^-N of the new URLs (N: {filter-bits})",
        needs("seen"), planned, expert, manifest_at(79)),
    option_at<&all::output, &output_options::mark_new>("mark-new", output,
                                                       "Keep URLs of {seen}, and add a column 'new': 1 or 0",
                                                       needs("seen"), manifest_at(67)),
    option_at<&all::output, &output_options::max_sources>("max-sources", output,
                                                          "Maximum number of documents in field 'sources'",
                                                          from_to(1, 1024), planned, manifest_at(65)),
    option_at<&all::output, &output_options::date>(
        "date", output, "Date of the run, for the fields first-date and last-date, and for a report",
        value("YYYY-MM-DD"), standing("today in UTC; a report has none"), planned),
    option_at<&all::output, &output_options::dedup>("no-dedup", output, "Write every reference, in order",
                                                    inverted, excludes("output"), manifest_at(68),
                                                    shapes_urls()),
    option_at<&all::output, &output_options::exact>(
        "exact", output, "On standard output, compare URLs by bytes instead of 128-bit fingerprints", expert,
        excludes("output", "no-dedup")),
    option_at<&all::output, &output_options::line_buffered>(
        "line-buffered", output, "Write each row as soon as its input is read (default: within 100 ms)",
        expert, excludes("output")),

    option_at<&all::url, &url_options::ladder>("ladder", urls,
                                               "Rung of the comparison ladder; protocol needs {redirects}. "
                                               "`urlsieve help ladder` explains the rungs",
                                               common, also_in(normalize | resolve | compare), planned,
                                               manifest_at(13), shapes_urls()),
    option_at<&all::url, &url_options::resolution>(
        "resolution", urls, "Specification of the resolution algorithm", expert,
        also_in(normalize | resolve | compare), planned, manifest_at(14), shapes_urls()),
    option_at<&all::url, &url_options::above_root>("above-root", urls, "Segments '..' above the root", expert,
                                                   first_word_unset, standing("as {resolution} says"),
                                                   also_in(normalize | resolve | compare), planned,
                                                   manifest_at(15), shapes_urls()),
    option_at<&all::url, &url_options::same_scheme>(
        "same-scheme", urls,
        "Meaning of http:path against an http base: an absolute URL, or a relative reference", expert,
        also_in(normalize | resolve | compare), planned, manifest_at(16), shapes_urls()),
    option_at<&all::url, &url_options::slashes>(
        "slashes", urls,
        "Slashes before a host of http, https, ws, wss and ftp: two, or any number as in browsers", expert,
        also_in(normalize | resolve | compare), planned, manifest_at(17), shapes_urls("\"strict\"")),
    option_at<&all::url, &url_options::unreserved>(
        "unreserved", urls, "Characters whose escapes are decoded from the syntax rung on", expert,
        also_in(normalize | resolve | compare), planned, manifest_at(18), shapes_urls()),
    option_at<&all::url, &url_options::strict>("strict", urls, "Reject references that need repair", expert,
                                               also_in(normalize | resolve | compare), planned,
                                               manifest_at(21)),
    option_at<&all::url, &url_options::max_url>(
        "max-url", urls, "Size of the longest URL; longer URLs are counted and dropped", expert,
        bytes(1, 16 * mib), also_in(normalize | resolve | compare), planned, manifest_at(24)),
    option_at<&all::url, &url_options::keep_fragment>(
        "keep-fragment", urls, "Keep #fragments as part of the URL", also_in(normalize | compare), planned,
        manifest_at(19), shapes_urls()),

    option_at<&all::output, &output_options::key>("key", output,
                                                  "Write a sort-friendly form of each URL as field 'key'",
                                                  also_in(normalize | resolve), planned),

    option_at<&all::url, &url_options::userinfo>(
        "userinfo", safety, "Keep 'user:password@' before the host, remove it, or drop the URL",
        also_in(normalize | resolve | compare), planned, manifest_at(25), shapes_urls()),
    option_at<&all::url, &url_options::drop_flags>(
        "drop-flags", safety,
        "Drop URLs with any of these flags, separated by commas; `urlsieve help flags` explains the flags",
        also_in(normalize | resolve | compare), planned, manifest_at(26)),

    option_at<&all::url, &url_options::conventions, &convention_options::drop_tracking>(
        "drop-tracking", conventions, "Remove query parameters that only track the origin of visitors",
        common, also_in(normalize | resolve | compare), planned, manifest_at(29), shapes_urls()),
    option_at<&all::url, &url_options::conventions, &convention_options::drop_session_ids>(
        "drop-session-ids", conventions, "Remove query parameters that only identify a session",
        also_in(normalize | resolve | compare), planned, manifest_at(30), shapes_urls()),
    option_at<&all::url, &url_options::conventions, &convention_options::sort_query>(
        "sort-query", conventions, "Sort query parameters by their bytes",
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
    option_at<&all::url, &url_options::conventions, &convention_options::fold_amp>(
        "fold-amp", conventions, "&amp; = & in queries", also_in(normalize | resolve | compare), planned,
        manifest_at(70), shapes_urls("false")),
    option_at<&all::url, &url_options::conventions, &convention_options::drop_empty_params>(
        "drop-empty-params", conventions, "Remove query parameters without a value, such as a= in ?a=&b=1",
        also_in(normalize | resolve | compare), planned, manifest_at(71), shapes_urls("false")),
    option_at<&all::url, &url_options::conventions, &convention_options::drop_empty_query>(
        "drop-empty-query", conventions, "Remove a ? without a query", also_in(normalize | resolve | compare),
        planned, manifest_at(72), shapes_urls("false")),
    option_at<&all::url, &url_options::conventions, &convention_options::fold_slash_runs>(
        "fold-slash-runs", conventions, "/a//b = /a/b, except after a colon",
        also_in(normalize | resolve | compare), planned, manifest_at(73), shapes_urls("false")),
    option_at<&all::url, &url_options::conventions, &convention_options::fold_trailing_slash>(
        "fold-trailing-slash", conventions, "/a/ = /a", also_in(normalize | resolve | compare), planned,
        manifest_at(74), shapes_urls("false")),
    option_at<&all::url, &url_options::conventions, &convention_options::fold_path_case>(
        "fold-path-case", conventions, "/A = /a: write the ASCII letters of paths in lower case",
        also_in(normalize | resolve | compare), planned, manifest_at(75), shapes_urls("false")),
    option_at<&all::url, &url_options::index_names>(
        "index-names", conventions,
        "Remove these names at the end of a path, as {fold-index} does with common names; separated by "
        "commas, or @FILE with one name a line",
        value("NAMES"), list_of(list_element::index_page), also_in(normalize), planned, manifest_at(76),
        shapes_urls("[]")),
    option_at<&all::url, &url_options::tracking_rules>(
        "tracking-rules", conventions,
        "Remove the parameters and follow the redirectors that FILE lists: rules of ClearURLs, of AdGuard "
        "($removeparam) or of Brave",
        value("FILE"), also_in(normalize), planned, manifest_at(77, manifest_form::presence),
        shapes_urls("false")),
    option_at<&all::url, &url_options::rules>(
        "rules", conventions, "Apply the rules of hosts in FILE, as learn writes them, above the ladder",
        value("FILE"), also_in(normalize), planned, manifest_at(80, manifest_form::presence),
        shapes_urls("false")),
    option_at<&all::url, &url_options::drop_params>("drop-params", conventions,
                                                    "Remove these query parameters, separated by commas; "
                                                    "@FILE has one name a line, and 'ref*' matches a prefix",
                                                    list_of(list_element::parameter), also_in(normalize),
                                                    planned, manifest_at(27), shapes_urls("[]")),
    option_at<&all::url, &url_options::keep_params>(
        "keep-params", conventions, "Keep only these query parameters; same form as {drop-params}",
        list_of(list_element::parameter), also_in(normalize), planned, manifest_at(28), shapes_urls("[]")),

    option_at<&all::url, &url_options::keep_same_document>(
        "same-document", urls, "Drop or keep references to the document itself ('', '#s')",
        words("drop", "keep"), planned, manifest_at(20)),
    option_at<&all::url, &url_options::schemes>("schemes", urls, "Keep only URLs with these schemes",
                                                list_of(list_element::scheme), planned, manifest_at(22)),
    option_at<&all::url, &url_options::drop_schemes>("drop-schemes", urls, "Drop URLs with these schemes",
                                                     list_of(list_element::scheme), planned, manifest_at(23)),

    option_at<&all::documents, &document_options::record_types>(
        "record-type", filters, "Web archives: read only records with these values of WARC-Type",
        list_of(list_element::text), planned, manifest_at(81)),
    option_at<&all::documents, &document_options::status>(
        "http-status", filters,
        "Web archives: read only responses with these HTTP status codes; 3xx matches 300 to 399",
        list_of(list_element::text), planned, manifest_at(82)),
    option_at<&all::documents, &document_options::media_types>(
        "media-type", filters,
        "Web archives: read only captures with these media types; text/* matches any text type",
        list_of(list_element::text), planned, manifest_at(83)),
    option_at<&all::documents, &document_options::captured>(
        "captured", filters,
        "Web archives: read only captures from a range of dates; bounds are dates or their beginnings, such "
        "as 2024-01..2024-03 or 20240115..",
        value("FROM..TO"), planned, manifest_at(84)),
    option_at<&all::documents, &document_options::source_hosts>(
        "source-hosts", filters, "Read only documents from hosts in FILE, one host a line", value("FILE"),
        planned, manifest_at(85, manifest_form::presence)),
    option_at<&all::documents, &document_options::source_domains>(
        "source-domains", filters,
        "Read only documents from domains in FILE, one domain a line, and from all names below them",
        value("FILE"), planned, manifest_at(86, manifest_form::presence)),
    option_at<&all::documents, &document_options::source_include>(
        "source-include", filters,
        "Read only documents whose URL matches any of these expressions; same form as {include}",
        value("PATTERN"), planned, manifest_at(87)),
    option_at<&all::documents, &document_options::source_exclude>(
        "source-exclude", filters, "Skip documents whose URL matches any of these expressions",
        value("PATTERN"), planned, manifest_at(88)),
    option_at<&all::documents, &document_options::message_date>(
        "message-date", filters, "Mail: read only messages with a Date in a range; same form as {captured}",
        value("FROM..TO"), planned, manifest_at(89)),
    option_at<&all::documents, &document_options::from_domains>(
        "from-domain", filters, "Mail: read only messages from these domains, and from all names below them",
        list_of(list_element::text), planned, manifest_at(90)),
    option_at<&all::documents, &document_options::list_ids>(
        "list-id", filters, "Mail: read only messages with these identifiers in List-Id",
        list_of(list_element::text), planned, manifest_at(91)),

    option_at<&all::filters, &filter_options::found_in>("found-in", filters,
                                                        "Keep references with these values of field 'where', "
                                                        "separated by commas; * matches any bytes: '*@href'",
                                                        list_of(list_element::context), planned,
                                                        manifest_at(53)),
    option_at<&all::filters, &filter_options::hosts>(
        "hosts", filters, "Keep only hosts in FILE, one host a line", value("FILE"), planned,
        manifest_at(54, manifest_form::presence)),
    option_at<&all::filters, &filter_options::domains>(
        "domains", filters, "Keep only domains in FILE, one domain a line, and all names below them",
        value("FILE"), planned, manifest_at(55, manifest_form::presence)),
    option_at<&all::filters, &filter_options::drop_hosts>("drop-hosts", filters, "Drop hosts in FILE",
                                                          value("FILE"), planned,
                                                          manifest_at(56, manifest_form::presence)),
    option_at<&all::filters, &filter_options::drop_domains>(
        "drop-domains", filters, "Drop domains in FILE, and all names below them", value("FILE"), planned,
        manifest_at(57, manifest_form::presence)),
    option_at<&all::filters, &filter_options::same_site>(
        "same-site", filters, "Keep URLs with the registrable domain of their document", planned,
        manifest_at(58)),
    option_at<&all::filters, &filter_options::other_site>(
        "other-site", filters, "Keep URLs with another registrable domain than their document",
        excludes("same-site"), planned, manifest_at(59)),
    option_at<&all::filters, &filter_options::extensions>(
        "extensions", filters,
        "Keep URLs whose path ends in one of these extensions, separated by commas: pdf,doc",
        list_of(list_element::extension), planned, manifest_at(60)),
    option_at<&all::filters, &filter_options::include>(
        "include", filters,
        "Keep URLs that match any of these expressions (RE2); COLUMN=PATTERN searches one column", common,
        value("PATTERN"), planned, manifest_at(61)),
    option_at<&all::filters, &filter_options::exclude>("exclude", filters,
                                                       "Drop URLs that match any of these expressions",
                                                       value("PATTERN"), planned, manifest_at(62)),
    option_at<&all::filters, &filter_options::sample>(
        "sample", filters, "Keep this part of the URLs, chosen by a hash: the same URLs in every run",
        value("P"), planned, manifest_at(63)),
    option_at<&all::filters, &filter_options::limit>(
        "limit", filters, "End the run after this number of distinct URLs on standard output", common,
        from_to(1, unlimited)),
    option_at<&all::filters, &filter_options::max_per_host>(
        "max-per-host", filters, "Keep the first N distinct URLs of each host, in input order",
        from_to(1, unlimited), value("N"), standing("none"), excludes("edges", "no-dedup")),
    option_at<&all::filters, &filter_options::max_per_domain>(
        "max-per-domain", filters,
        "Keep the first N distinct URLs of each registrable domain, in input order", from_to(1, unlimited),
        value("N"), standing("none"), excludes("edges", "no-dedup")),

    option_at<&all::text, &text_options::join_quoted>(
        "join-quoted", text, "Let URLs in \"quotes\" contain white space", expert, planned, manifest_at(40)),
    option_at<&all::text, &text_options::join_spaces>("join-spaces", text,
                                                      "Remove any white space inside <angle brackets>",
                                                      expert, planned, manifest_at(41)),
    option_at<&all::text, &text_options::join_bare>(
        "join-bare", text,
        "Join bare URLs across the line breaks of text that is hard-wrapped at column 60 to 80", expert,
        planned, manifest_at(46)),
    option_at<&all::text, &text_options::hyphen>("hyphen", text,
                                                 "Hyphen right before a line break inside a wrapped URL",
                                                 expert, planned, manifest_at(42)),
    option_at<&all::text, &text_options::abbreviated>(
        "abbreviated", text,
        "Find URLs without a scheme: none, www. and ftp. names, or any name under a public suffix", planned,
        manifest_at(43)),
    option_at<&all::text, &text_options::unescape>(
        "unescape", text,
        "Decode escapes in text: none, JSON and C strings, quoted-printable, HTML character references, "
        "LaTeX, or, besides the text, percent-encoded URLs inside URLs and logs",
        expert, planned, manifest_at(44)),
    option_at<&all::text, &text_options::refang>(
        "refang", text, "Restore defanged URLs: hxxp://example[.]com, example(dot)com ...", planned,
        manifest_at(45)),

    option_at<&all::links, &link_options::links>("links", links,
                                                 "Links of markup: those that a crawler follows, those that "
                                                 "a page loads, both, or also data-* conventions",
                                                 planned, manifest_at(35)),
    option_at<&all::links, &link_options::drop_nofollow>(
        "nofollow", links,
        "Keep or drop links whose rel has 'nofollow', and all followed links if <meta name=robots> says so",
        words("keep", "drop"), planned, manifest_at(36)),
    option_at<&all::links, &link_options::conditional_comments>(
        "conditional-comments", links,
        "Skip or read the content of <!--[if ...]>, which some programs read as markup", expert,
        words("skip", "read"), planned, manifest_at(37)),
    option_at<&all::links, &link_options::scripts>("scripts", links,
                                                   "Read JavaScript as code: strings that are http or https "
                                                   "URLs, or paths, in pages, .js files and archives",
                                                   planned, manifest_at(39)),
    option_at<&all::links, &link_options::text_links>(
        "text-links", links, "Also find URLs in the text of markup", planned, manifest_at(38)),

    option_at<&all::mail, &mail_options::headers>("headers", mail,
                                                  "Header fields to search: none, fields of links (List-*, "
                                                  "Archived-At ...), or all fields and Message-IDs",
                                                  planned, manifest_at(47)),
    option_at<&all::mail, &mail_options::attachments>("attachments", mail,
                                                      "Also read application parts whose type or content is "
                                                      "text, a page, a message, a mailbox or an archive",
                                                      planned, manifest_at(48)),
    option_at<&all::mail, &mail_options::keep_internal>(
        "keep-internal", mail, "Keep references from one part of a message to another (cid: and MHTML)",
        expert, planned, manifest_at(49)),
    option_at<&all::mail, &mail_options::unwrap>(
        "unwrap", mail, "Undo the rewriting of links by mail gateways (safelinks, urldefense ...)", planned,
        manifest_at(50)),

    option_at<&all::redirects, &redirect_options::read_from>(
        "redirects", redirects,
        "Follow the redirects in FILE (each line: from, tab, to) at {ladder} protocol", value("FILE"),
        also_in(normalize | resolve | compare), planned),
    option_at<&all::redirects, &redirect_options::write_to>(
        "write-redirects", redirects,
        "Write the permanent redirects of archived responses (301, 308) to FILE: from, tab, to",
        value("FILE")),
    option_at<&all::redirects, &redirect_options::learn>(
        "learn-redirects", redirects,
        "Also follow the redirects that this run observes, at {ladder} protocol (needs {output})",
        manifest_at(52, manifest_form::value, "learn_redirects")),
    option_at<&all::redirects, &redirect_options::canonical>(
        "canonical-redirects", redirects,
        "Count <link rel=canonical> of a page as a redirect (with {write-redirects} or {learn-redirects})",
        expert, manifest_at(51, manifest_form::value, "canonical_redirects")),

    option_at<&all::threads>("threads", running, "Number of threads", common, letter("j"), from_to(1, 1024),
                             standing("one a processor"), planned),
    option_at<&all::batch_bytes>("batch", running, "Bytes that are read and passed on at a time", expert,
                                 bytes(1, gib), planned),
    option_at<&all::output, &output_options::resume>(
        "resume", running,
        "Keep a journal beside DIR, and resume a run that was killed; a complete DIR stays, and a DIR that "
        "lacks inputs reads only these inputs"),
    option_at<&all::output, &output_options::checkpoint_bytes>(
        "checkpoint", running, "With {resume}: stored bytes of input between two entries of the journal",
        expert, needs("resume"), bytes(1, pib)),
    option_at<&all::on_error>("on-error", running,
                              "Exit code 1 for inputs and archives that cannot be read whole (fail), for "
                              "nothing (ignore), or also for corrupt pages (strict)",
                              planned),
    option_at<&all::output, &output_options::memory>(
        "memory", running, "Memory for the whole process; URLs beyond it are stored on disk", common,
        bytes(mib, pib), standing("half of the machine's or control group's"), planned),
    option_at<&all::output, &output_options::temporary>(
        "tmpdir", running, "Directory for data that exceeds {memory}", value("DIR"),
        standing("beside the output; of standard output TMPDIR")),
    option_at<&all::output, &output_options::expected>(
        "expect", running, "Number of distinct URLs, if known: saves time", expert, from_to(0, pib), planned),
    option_at<&all::rejects, &reject_options::write_to>(
        "rejects", running, "Write rejected references to FILE: reason, raw, source, where, offset",
        value("FILE")),
    option_at<&all::rejects, &reject_options::limit>("rejects-limit", running,
                                                     "Maximum number of references in FILE: the first ones",
                                                     expert, needs("rejects")),
};

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

// The options of requests to remote directories, which every function on output directories has.
inline constexpr std::array<std::string_view, 4> request_options{"endpoint", "anonymous", "retries", "stall"};

// Returns the row of the option `word`, or nullptr.
[[nodiscard]] constexpr const option_row* find_option(std::string_view word) {
  const auto* const row = std::find_if(option_table.begin(), option_table.end(),
                                       [&](const option_row& each) { return each.word == word; });
  return row == option_table.end() ? nullptr : row;
}

}  // namespace urlsieve

#endif
