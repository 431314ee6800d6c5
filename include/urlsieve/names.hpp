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
inline constexpr std::array<std::string_view, 2> words_for<unreserved_set>{"rfc3986", "draft"};
template <>
inline constexpr std::array<std::string_view, 3> words_for<userinfo_policy>{"keep", "strip", "drop"};
template <>
inline constexpr std::array<std::string_view, 3> words_for<hyphen_choice>{"keep", "drop", "both"};
template <>
inline constexpr std::array<std::string_view, 3> words_for<abbreviated_choice>{"off", "www", "host"};
template <>
inline constexpr std::array<std::string_view, 2> words_for<unescape_choice>{"off", "json"};
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
    "shard",     "url",      "key",        "scheme",     "userinfo",      "host",
    "subdomain", "domain",   "suffix",     "port",       "path",          "extension",
    "query",     "fragment", "surt",       "count",      "sources",       "raw",
    "resolved",  "source",   "offset",     "input",      "record-offset", "record-length",
    "record-id", "date",     "media-type", "status",     "line",          "where",
    "delimited", "rel",      "text",       "message-id", "part",          "flags"};
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

// What the values of a column are where a form of rows has types.
enum class column_kind : std::uint8_t { text, number, list };

struct column_type {
  column_kind kind = column_kind::text;
  bool nullable = false;  // a row may have none; as text it is empty
};

// By field, in the order of enum field.
inline constexpr auto column_types = std::to_array<column_type>({
    {column_kind::number},        // shard
    {column_kind::text},          // url
    {column_kind::text},          // key
    {column_kind::text},          // scheme
    {column_kind::text, true},    // userinfo
    {column_kind::text, true},    // host
    {column_kind::text, true},    // subdomain
    {column_kind::text, true},    // domain
    {column_kind::text, true},    // suffix
    {column_kind::text, true},    // port
    {column_kind::text},          // path
    {column_kind::text, true},    // extension
    {column_kind::text, true},    // query
    {column_kind::text, true},    // fragment
    {column_kind::text},          // surt
    {column_kind::number},        // count
    {column_kind::list},          // sources
    {column_kind::text},          // raw
    {column_kind::text},          // resolved
    {column_kind::text},          // source
    {column_kind::number},        // offset
    {column_kind::text},          // input
    {column_kind::number, true},  // record-offset
    {column_kind::number, true},  // record-length
    {column_kind::text, true},    // record-id
    {column_kind::text, true},    // date
    {column_kind::text, true},    // media-type
    {column_kind::number, true},  // status
    {column_kind::number, true},  // line
    {column_kind::text, true},    // where
    {column_kind::text, true},    // delimited
    {column_kind::text, true},    // rel
    {column_kind::text, true},    // text
    {column_kind::text, true},    // message-id
    {column_kind::text, true},    // part
    {column_kind::text, true},    // flags
});
static_assert(column_types.size() == field_count);

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
