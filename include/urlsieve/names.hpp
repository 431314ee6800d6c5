// The names of enumerators of options, for flags, manifests, statistics and column headers.
#ifndef URLSIEVE_NAMES_HPP
#define URLSIEVE_NAMES_HPP

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "urlsieve/column_table.hpp"
#include "urlsieve/enum_table.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// The names of `Choice` by enumerator. Empty for types without names.
template <class Choice>
inline constexpr std::array<std::string_view, 0> words_for{};

template <>
inline constexpr auto words_for<rung> = enum_table<rung>({{rung::string, "string"},
                                                          {rung::syntax, "syntax"},
                                                          {rung::scheme, "scheme"},
                                                          {rung::protocol, "protocol"}});
template <>
inline constexpr auto words_for<resolution_choice> =
    enum_table<resolution_choice>({{resolution_choice::rfc3986, "rfc3986"},
                                   {resolution_choice::rfc2396bis, "rfc2396bis"},
                                   {resolution_choice::url_syntax_05, "url-syntax-05"}});
template <>
inline constexpr auto words_for<above_root_choice> =
    enum_table<above_root_choice>({{above_root_choice::as_resolution, "as-resolution"},
                                   {above_root_choice::remove, "remove"},
                                   {above_root_choice::keep, "keep"},
                                   {above_root_choice::reject, "reject"}});
template <>
inline constexpr auto words_for<same_scheme_choice> = enum_table<same_scheme_choice>(
    {{same_scheme_choice::strict, "strict"}, {same_scheme_choice::compatible, "compatible"}});
template <>
inline constexpr auto words_for<slashes_choice> =
    enum_table<slashes_choice>({{slashes_choice::strict, "strict"}, {slashes_choice::browser, "browser"}});
template <>
inline constexpr auto words_for<unreserved_set> =
    enum_table<unreserved_set>({{unreserved_set::rfc3986, "rfc3986"}, {unreserved_set::draft, "draft"}});
template <>
inline constexpr auto words_for<userinfo_policy> = enum_table<userinfo_policy>(
    {{userinfo_policy::keep, "keep"}, {userinfo_policy::strip, "strip"}, {userinfo_policy::drop, "drop"}});
template <>
inline constexpr auto words_for<hyphen_choice> = enum_table<hyphen_choice>(
    {{hyphen_choice::keep, "keep"}, {hyphen_choice::drop, "drop"}, {hyphen_choice::both, "both"}});
template <>
inline constexpr auto words_for<abbreviated_choice> = enum_table<abbreviated_choice>(
    {{abbreviated_choice::off, "off"}, {abbreviated_choice::www, "www"}, {abbreviated_choice::host, "host"}});
template <>
inline constexpr auto words_for<unescape_choice> =
    enum_table<unescape_choice>({{unescape_choice::off, "off"},
                                 {unescape_choice::json, "json"},
                                 {unescape_choice::qp, "qp"},
                                 {unescape_choice::html, "html"},
                                 {unescape_choice::percent, "percent"},
                                 {unescape_choice::latex, "latex"}});
template <>
inline constexpr auto words_for<link_choice> =
    enum_table<link_choice>({{link_choice::navigation, "navigation"},
                             {link_choice::resources, "resources"},
                             {link_choice::all, "all"},
                             {link_choice::everything, "everything"}});
template <>
inline constexpr auto words_for<header_choice> = enum_table<header_choice>(
    {{header_choice::none, "none"}, {header_choice::links, "links"}, {header_choice::all, "all"}});
template <>
inline constexpr auto words_for<input_format> = enum_table<input_format>({{input_format::automatic, "auto"},
                                                                          {input_format::text, "text"},
                                                                          {input_format::urls, "urls"},
                                                                          {input_format::html, "html"},
                                                                          {input_format::warc, "warc"},
                                                                          {input_format::jsonl, "jsonl"},
                                                                          {input_format::mail, "mail"},
                                                                          {input_format::mbox, "mbox"},
                                                                          {input_format::maildir, "maildir"},
                                                                          {input_format::news, "news"}});
template <>
inline constexpr auto words_for<compression> = enum_table<compression>({{compression::none, "none"},
                                                                        {compression::gzip, "gzip"},
                                                                        {compression::zstd, "zstd"},
                                                                        {compression::bzip2, "bzip2"},
                                                                        {compression::xz, "xz"}});
template <>
inline constexpr auto words_for<field> = [] {
  std::array<std::string_view, column_table.size()> words{};
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = column_table[i].word;
  return words;
}();
template <>
inline constexpr auto words_for<row_form> = enum_table<row_form>({{row_form::tsv, "tsv"},
                                                                  {row_form::jsonl, "jsonl"},
                                                                  {row_form::parquet, "parquet"},
                                                                  {row_form::csv, "csv"}});
template <>
inline constexpr auto words_for<row_order> = enum_table<row_order>(
    {{row_order::bytes, "bytes"}, {row_order::surt, "surt"}, {row_order::first_seen, "first-seen"}});
template <>
inline constexpr auto words_for<partition_key> =
    enum_table<partition_key>({{partition_key::url, "url"},
                               {partition_key::host, "host"},
                               {partition_key::domain, "domain"},
                               {partition_key::directory, "directory"}});
template <>
inline constexpr auto words_for<edge_choice> = enum_table<edge_choice>({{edge_choice::none, "none"},
                                                                        {edge_choice::url, "url"},
                                                                        {edge_choice::host, "host"},
                                                                        {edge_choice::domain, "domain"}});
template <>
inline constexpr auto words_for<loop_choice> =
    enum_table<loop_choice>({{loop_choice::keep, "keep"}, {loop_choice::drop, "drop"}});
template <>
inline constexpr auto words_for<dedup_choice> = enum_table<dedup_choice>(
    {{dedup_choice::url, "url"}, {dedup_choice::params, "params"}, {dedup_choice::numbers, "numbers"}});
template <>
inline constexpr auto words_for<error_policy> = enum_table<error_policy>(
    {{error_policy::fail, "fail"}, {error_policy::ignore, "ignore"}, {error_policy::strict, "strict"}});
template <>
inline constexpr auto words_for<key_form> =
    enum_table<key_form>({{key_form::none, "none"}, {key_form::surt, "surt"}});

template <>
inline constexpr auto words_for<dedup_scope> = enum_table<dedup_scope>(
    {{dedup_scope::page, "page"}, {dedup_scope::extractor, "extractor"}, {dedup_scope::off, "off"}});

template <class Choice>
concept named_choice = !words_for<Choice>.empty();

// The number of enumerators of `Choice`.
template <named_choice Choice>
inline constexpr std::size_t count_of = words_for<Choice>.size();

template <named_choice Choice>
[[nodiscard]] constexpr std::string_view name_of(Choice choice) {
  return words_for<Choice>[static_cast<std::size_t>(choice)];
}

// Returns the enumerator named `name`, or nullopt.
template <named_choice Choice>
[[nodiscard]] constexpr std::optional<Choice> parse_name(std::string_view name) {
  for (std::size_t i = 0; i < count_of<Choice>; ++i)
    if (words_for<Choice>[i] == name) return static_cast<Choice>(i);
  return std::nullopt;
}

}  // namespace urlsieve

#endif
