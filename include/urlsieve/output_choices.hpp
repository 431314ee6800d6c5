// The choices of output_options: form, order and partition of rows, edges, keys, dedup.
#ifndef URLSIEVE_OUTPUT_CHOICES_HPP
#define URLSIEVE_OUTPUT_CHOICES_HPP

#include <cstdint>

#include "urlsieve/enum_table.hpp"
#include "urlsieve/names.hpp"

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

}  // namespace urlsieve

#endif
