// Options of the output: rows, shards, order, dedup, memory.
#ifndef URLSIEVE_OUTPUT_OPTIONS_HPP
#define URLSIEVE_OUTPUT_OPTIONS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "urlsieve/enum_table.hpp"
#include "urlsieve/field.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/output_compression.hpp"

namespace urlsieve {

// The format of a row: columns separated by TAB, a JSON object, a row of a Parquet file, or columns separated
// by commas (RFC 4180). Parquet is available for shards only. Its pages are always compressed by zstd, so
// `compress` must be none or zstd. CSV is available for a stream only, because its rows may span lines.
enum class row_form : std::uint8_t { tsv, jsonl, parquet, csv };
template <>
inline constexpr auto words_for<row_form> = enum_table<row_form>({{row_form::tsv, "tsv"},
                                                                  {row_form::jsonl, "jsonl"},
                                                                  {row_form::parquet, "parquet"},
                                                                  {row_form::csv, "csv"}});

// The order of rows in a shard: by the bytes of the URL, by the SURT, or by the first occurrence in the
// input.
enum class row_order : std::uint8_t { bytes, surt, first_seen };
template <>
inline constexpr auto words_for<row_order> = enum_table<row_order>(
    {{row_order::bytes, "bytes"}, {row_order::surt, "surt"}, {row_order::first_seen, "first-seen"}});

// The part of a URL that selects its shard. `domain` is the registrable domain. `directory` is the URL up to
// the last "/" of the path. Sorted neighbours then share a shard, so compressed shards are smaller, and a
// large host is spread over shards.
enum class partition_key : std::uint8_t { url, host, domain, directory };
template <>
inline constexpr auto words_for<partition_key> =
    enum_table<partition_key>({{partition_key::url, "url"},
                               {partition_key::host, "host"},
                               {partition_key::domain, "domain"},
                               {partition_key::directory, "directory"}});

// Output of edges (document, URL) instead of URLs, optionally reduced to hosts or registrable domains.
enum class edge_choice : std::uint8_t { none, url, host, domain };
template <>
inline constexpr auto words_for<edge_choice> = enum_table<edge_choice>({{edge_choice::none, "none"},
                                                                        {edge_choice::url, "url"},
                                                                        {edge_choice::host, "host"},
                                                                        {edge_choice::domain, "domain"}});

// Treatment of edges whose ends are equal.
enum class loop_choice : std::uint8_t { keep, drop };
template <>
inline constexpr auto words_for<loop_choice> =
    enum_table<loop_choice>({{loop_choice::keep, "keep"}, {loop_choice::drop, "drop"}});

// The vertices of edges: the ends of edges, or also each document that has a URL. `visited` writes a row with
// an empty target for each document, so that a page without links is a vertex.
enum class vertex_choice : std::uint8_t { linked, visited };
template <>
inline constexpr auto words_for<vertex_choice> =
    enum_table<vertex_choice>({{vertex_choice::linked, "linked"}, {vertex_choice::visited, "visited"}});

// The names of hosts in edges: the hosts of URLs, or the names of Common Crawl's web graphs
// (src/url/hosts/commoncrawl_host.hpp).
enum class host_form : std::uint8_t { full, commoncrawl };
template <>
inline constexpr auto words_for<host_form> =
    enum_table<host_form>({{host_form::full, "full"}, {host_form::commoncrawl, "commoncrawl"}});

// The form of the column `key`.
enum class key_form : std::uint8_t {
  none,  // no key
  surt   // the sort-friendly form of the Internet Archive: "org,archive)/x"
};
template <>
inline constexpr auto words_for<key_form> =
    enum_table<key_form>({{key_form::none, "none"}, {key_form::surt, "surt"}});

// URLs that count as equal; the first URL represents all.
enum class dedup_choice : std::uint8_t {
  url,     // equal URLs
  params,  // URLs that differ only in values, order or repetition of query parameters, or in the fragment
  numbers  // URLs that differ only in numbers in path, query and fragment
};
template <>
inline constexpr auto words_for<dedup_choice> = enum_table<dedup_choice>(
    {{dedup_choice::url, "url"}, {dedup_choice::params, "params"}, {dedup_choice::numbers, "numbers"}});

// The scope in which an extractor delivers each distinct URL once.
enum class dedup_scope : std::uint8_t {
  page,       // a page
  extractor,  // all pages of the extractor
  off         // none: every reference is delivered
};
template <>
inline constexpr auto words_for<dedup_scope> = enum_table<dedup_scope>(
    {{dedup_scope::page, "page"}, {dedup_scope::extractor, "extractor"}, {dedup_scope::off, "off"}});

struct output_options {
  std::string directory;  // empty: a stream
  std::uint32_t shards = 16;
  compression compress = compression::none;
  std::vector<field> fields{field::url};
  key_form key = key_form::none;
  row_form format = row_form::tsv;
  bool force = false;  // replace an existing directory
  bool dedup = true;
  dedup_choice dedup_by = dedup_choice::url;
  bool exact = false;          // on a stream, compare URLs by their bytes instead of 128-bit fingerprints
  bool line_buffered = false;  // on a stream, write each row as soon as its input is read
  bool header = false;         // on a stream and in the file of rejected references, name the columns first
  row_order order = row_order::bytes;
  std::optional<partition_key> shard_by;  // nullopt: the default of the format, see shard_key_of()
  std::uint32_t max_sources = 8;
  // Date of the run for the columns first-date and last-date: "2026-11-26". Empty: the current day in UTC.
  std::string date;
  // Bits for each URL in the filter beside a shard; 0: no filters. `seen` and lookups skip a shard if the
  // filter lacks the URL; about 2^-filter_bits of the URLs that the shard lacks pass the filter. A filter
  // takes about 1.04 * filter_bits bits for each row. Requires: `order` is not first_seen.
  std::uint32_t filter_bits = 0;
  edge_choice edges = edge_choice::none;
  loop_choice self_loops = loop_choice::keep;
  vertex_choice vertices = vertex_choice::linked;
  host_form hosts_as = host_form::full;
  std::vector<std::string> seen;  // output directories of earlier runs, whose URLs are dropped
  bool seen_approx = false;       // trust the filters of `seen`, and drop about 2^-bits of the new URLs
  bool mark_new = false;          // keep URLs of `seen`, and mark new URLs instead
  bool resume = false;            // keep a journal, and resume a run that was killed or lacks inputs
  std::uint64_t checkpoint_bytes = std::uint64_t{1} << 30U;  // of stored input between journal entries
  std::uint64_t expected = 0;                                // distinct URLs, to reserve memory; 0: unknown
  std::uint64_t memory = 0;  // bytes for the whole process; 0: half of the machine's memory
  std::string temporary;     // directory for spilled data; empty: beside the output, or $TMPDIR for a stream
};

// Returns the part of a URL that selects its shard. The default for Parquet is the host, because sorted URLs
// of the same host compress to a third of the bytes; for other formats it is the URL. extract() uses the
// partition of the first directory of `seen` for Parquet shards without shard_by.
[[nodiscard]] constexpr partition_key shard_key_of(const output_options& output) {
  return output.shard_by.value_or(output.format == row_form::parquet ? partition_key::host
                                                                     : partition_key::url);
}

}  // namespace urlsieve

#endif
