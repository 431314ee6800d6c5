// The words for the choices of a run, as flags, manifests, statistics and the heads of columns have them.
// They stand here once.
#ifndef URLSIEVE_NAMES_HPP
#define URLSIEVE_NAMES_HPP

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "urlsieve/options.hpp"

namespace urlsieve {

// By enumerator, in its order. Empty for types that have no words here.
template <class Choice>
inline constexpr std::array<std::string_view, 0> words_for{};

template <>
inline constexpr std::array<std::string_view, 4> words_for<rung>{"string", "syntax", "scheme", "protocol"};
template <>
inline constexpr std::array<std::string_view, 3> words_for<resolution_choice>{"rfc3986", "rfc2396bis",
                                                                              "url-syntax-05"};
template <>
inline constexpr std::array<std::string_view, 4> words_for<above_root_choice>{"as-resolution", "remove",
                                                                              "keep", "reject"};
template <>
inline constexpr std::array<std::string_view, 2> words_for<same_scheme_choice>{"strict", "compatible"};
template <>
inline constexpr std::array<std::string_view, 2> words_for<slashes_choice>{"strict", "browser"};
template <>
inline constexpr std::array<std::string_view, 2> words_for<unreserved_set>{"rfc3986", "draft"};
template <>
inline constexpr std::array<std::string_view, 3> words_for<userinfo_policy>{"keep", "strip", "drop"};
template <>
inline constexpr std::array<std::string_view, 3> words_for<hyphen_choice>{"keep", "drop", "both"};
template <>
inline constexpr std::array<std::string_view, 3> words_for<abbreviated_choice>{"off", "www", "host"};
template <>
inline constexpr std::array<std::string_view, 6> words_for<unescape_choice>{"off",  "json",    "qp",
                                                                            "html", "percent", "latex"};
template <>
inline constexpr std::array<std::string_view, 4> words_for<link_choice>{"navigation", "resources", "all",
                                                                        "everything"};
template <>
inline constexpr std::array<std::string_view, 3> words_for<header_choice>{"none", "links", "all"};
template <>
inline constexpr std::array<std::string_view, 10> words_for<input_format>{
    "auto", "text", "urls", "html", "warc", "jsonl", "mail", "mbox", "maildir", "news"};
template <>
inline constexpr std::array<std::string_view, 5> words_for<compression>{"none", "gzip", "zstd", "bzip2",
                                                                        "xz"};
template <>
inline constexpr std::array<std::string_view, field_count> words_for<field>{
    "shard",  "url",           "key",           "scheme",    "userinfo",  "host",       "subdomain",
    "domain", "suffix",        "port",          "path",      "extension", "query",      "fragment",
    "surt",   "count",         "sources",       "raw",       "resolved",  "source",     "offset",
    "input",  "record-offset", "record-length", "record-id", "date",      "media-type", "status",
    "line",   "where",         "delimited",     "rel",       "text",      "message-id", "part",
    "column", "flags"};
template <>
inline constexpr std::array<std::string_view, 3> words_for<row_form>{"tsv", "jsonl", "parquet"};
template <>
inline constexpr std::array<std::string_view, 3> words_for<row_order>{"bytes", "surt", "first-seen"};
template <>
inline constexpr std::array<std::string_view, 4> words_for<partition_key>{"url", "host", "domain",
                                                                          "directory"};
template <>
inline constexpr std::array<std::string_view, 4> words_for<edge_choice>{"none", "url", "host", "domain"};
template <>
inline constexpr std::array<std::string_view, 2> words_for<loop_choice>{"keep", "drop"};
template <>
inline constexpr std::array<std::string_view, 3> words_for<similar_choice>{"none", "params", "numbers"};
template <>
inline constexpr std::array<std::string_view, 3> words_for<bad_input_policy>{"fault", "ok", "strict"};
template <>
inline constexpr std::array<std::string_view, 2> words_for<key_form>{"none", "surt"};

template <>
inline constexpr std::array<std::string_view, 3> words_for<dedup_scope>{"page", "extractor", "off"};

template <class Choice>
concept named_choice = !words_for<Choice>.empty();

static_assert(words_for<field>.size() == field_count);

// How many there are.
template <named_choice Choice>
inline constexpr std::size_t count_of = words_for<Choice>.size();

template <named_choice Choice>
[[nodiscard]] constexpr std::string_view name_of(Choice choice) {
  return words_for<Choice>[static_cast<std::size_t>(choice)];
}

// Empty where no choice has the name.
template <named_choice Choice>
[[nodiscard]] constexpr std::optional<Choice> parse_name(std::string_view name) {
  for (std::size_t i = 0; i < count_of<Choice>; ++i)
    if (words_for<Choice>[i] == name) return static_cast<Choice>(i);
  return std::nullopt;
}

}  // namespace urlsieve

#endif
