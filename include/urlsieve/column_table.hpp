// The table of columns: a row for each column of the output, in the order of enum field.
//
// The words of `--fields` and their help, the rows in all formats, the types of Parquet and Arrow columns,
// the columns that `merge` computes, and the facts that a run determines for columns come from the rows.
#ifndef URLSIEVE_COLUMN_TABLE_HPP
#define URLSIEVE_COLUMN_TABLE_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "urlsieve/column_row.hpp"
#include "urlsieve/enum_table.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/sieved_url.hpp"

namespace urlsieve {

namespace column_rows {

using enum field_kind;
using from = column_source;

// Joins the names of `flags` by commas in `storage`.
inline std::string_view joined_flags(std::uint16_t flags, std::string& storage) {
  storage.clear();
  flag::each_name(flags,
                  [&](std::string_view name) { storage.append(storage.empty() ? "" : ",").append(name); });
  return storage;
}

inline constexpr std::array rows{
    column_at(field::shard, "shard", number, from::run, "Number of the shard that holds the URL."),
    column_at(field::url, "url", text, from::url, "URL, resolved and normalized to the rung of {ladder}."),
    column_at(field::key, "key", text, from::url,
              "Sort-friendly form of the Internet Archive, with {key} surt: http://www.example.org/x is "
              "org,example)/x."),

    column_at(field::scheme, "scheme", text, from::url_part,
              "Scheme, such as https. Like all fields down to surt, a part of the URL in the row.",
              required_in_parquet),
    column_at(field::userinfo, "userinfo", text, from::url_part, "Text before the @ of the authority.",
              nullable),
    column_at(field::host, "host", text, from::url_part, "Host; an IPv6 address includes the brackets.",
              nullable),
    column_at(field::subdomain, "subdomain", text, from::url_part,
              "Labels of the host before the domain: www of www.example.co.uk.", nullable,
              needs(column_need::suffixes)),
    column_at(field::domain, "domain", text, from::url_part,
              "Registrable domain of the host by the public suffix list: example.co.uk. An address, a single "
              "label and a public suffix have no domain.",
              nullable, needs(column_need::suffixes)),
    column_at(field::suffix, "suffix", text, from::url_part, "Public suffix at the end of the host: co.uk.",
              nullable, needs(column_need::suffixes)),
    column_at(field::port, "port", text, from::url_part,
              "Port, if written: the scheme rung drops the default port.", nullable),
    column_at(field::path, "path", text, from::url_part, "Path, up to the query."),
    column_at(field::extension, "extension", text, from::url_part,
              "Lower-case file extension of the last path segment, of letters and digits: gz of /a.tar.GZ.",
              nullable),
    column_at(field::query, "query", text, from::url_part, "Query, without the question mark.", nullable),
    column_at(field::fragment, "fragment", text, from::url_part,
              "Fragment, without the #; only with {keep-fragment}.", nullable),
    column_at(field::surt, "surt", text, from::url_part, "Sort-friendly form, as with {key} surt."),

    column_at(field::count, "count", number, from::run, "Number of references to this URL in the whole run."),
    column_at(
        field::sources, "sources", list, from::run,
        "First documents with the URL, at most {max-sources}, separated by blanks; a blank inside a name "
        "is written %20. An array in JSON, a list in Parquet."),
    column_at(field::first_date, "first-date", text, from::run,
              "Date of the run ({date}); in merged outputs, the earliest date of the URL: 2026-11-26.",
              required_in_parquet),
    column_at(field::last_date, "last-date", text, from::run,
              "Date of the run ({date}); in merged outputs, the latest date of the URL.",
              required_in_parquet),

    column_at(
        field::raw, "raw", text, from::reference,
        "Reference as written: without white space and wrappers, with character references decoded, not "
        "repaired; with {refang} as in the input. From the first occurrence, like all fields below.",
        member<&sieved_url::raw>),
    column_at(field::resolved, "resolved", text, from::reference,
              "URL before normalization: repaired and absolute.", needs(column_need::resolution)),
    column_at(field::source, "source", text, from::reference,
              "Document with the reference: the URL of the document, or else the name of the input.",
              member<&sieved_url::source>),
    column_at(field::offset, "offset", number, from::reference,
              "Byte of the decompressed input at which the reference occurs, from 0; in decoded records, in "
              "markup and in mail, the byte at which the record, page or message begins.",
              member<&sieved_url::offset>, needs(column_need::offsets)),

    column_at(
        field::input, "input", text, from::provenance,
        "Name of the input as given; for a member of an archive of files outer.zip!member, and then all "
        "offsets are in the member.",
        required_in_parquet, origin<&provenance::input>),
    column_at(field::record_offset, "record-offset", number, from::provenance,
              "Byte of the stored, not decompressed input at which the record of a web archive begins: the "
              "compressed member that begins with the record, or the record itself if nothing is compressed.",
              nullable, origin<&provenance::record_offset>),
    column_at(
        field::record_length, "record-length", number, from::provenance,
        "Number of bytes from record-offset on that give the record by one range request, if the member "
        "holds no other record and was held in memory whole.",
        nullable, origin<&provenance::record_length>, needs(column_need::marks)),
    column_at(field::record_id, "record-id", text, from::provenance,
              "WARC-Record-ID of the record, without <>.", nullable, origin<&provenance::record_id>),
    column_at(field::date, "date", text, from::provenance,
              "WARC-Date of the record or Date of the message, in UTC and ISO 8601: 2024-02-29T12:00:00Z.",
              nullable, origin<&provenance::date>),
    column_at(field::media_type, "media-type", text, from::provenance,
              "Media type from HTTP, the record or the part of a message, in lower case, without parameters.",
              nullable, text_by([](const sieved_url& found, std::string&) { return found.media_type(); })),
    column_at(field::status, "status", number, from::provenance, "Status code of the HTTP response.",
              nullable, origin<&provenance::status>),
    column_at(field::line, "line", number, from::provenance,
              "Line of a text, a list or JSON Lines, decompressed, from 1.", nullable,
              number_by([](const sieved_url& found) {
                return found.line == 0 ? std::nullopt : std::optional<std::uint64_t>(found.line);
              }),
              needs(column_need::lines)),

    column_at(field::where, "where", text, from::reference,
              "Place of the reference: text, a@href, css, http:Location; with a prefix for one format inside "
              "another (html:a@href in JSON).",
              empty_if_absent, member<&sieved_url::where>),
    column_at(field::delimited, "delimited", text, from::reference,
              "Delimiters of the reference in text: angle, quoted, bare, prefixed (URL:) or abbreviated (no "
              "scheme); empty elsewhere.",
              empty_if_absent,
              text_by([](const sieved_url& found, std::string&) { return name_of(found.delimited); })),
    column_at(field::rel, "rel", text, from::reference, "Attribute rel of the link, in HTML.",
              empty_if_absent, member<&sieved_url::rel>, needs(column_need::context)),
    column_at(field::text, "text", text, from::reference, "Anchor text of the link, in HTML.",
              empty_if_absent, member<&sieved_url::text>, needs(column_need::context)),
    column_at(field::message_id, "message-id", text, from::reference,
              "Message-ID of the mail or article with the reference, without <>.", nullable,
              member<&sieved_url::message_id>),
    column_at(field::part, "part", text, from::reference, "Part of the message, numbered as in IMAP: 1.2.",
              nullable, member<&sieved_url::part>),
    column_at(
        field::column, "column", text, from::reference,
        "Column of a table (CSV, TSV): the name in the header line, or else the number from 1; none in a "
        "record with another number of fields.",
        nullable, member<&sieved_url::column>, needs(column_need::table_columns)),
    column_at(field::flags, "flags", text, from::reference,
              "Flags of the URL, separated by commas; see `urlsieve help flags`.", empty_if_absent,
              text_by([](const sieved_url& found, std::string& storage) {
                return joined_flags(found.flags, storage);
              })),
};

// Returns true if `row` is complete, and each reference column has a value of the type of the column.
[[nodiscard]] consteval bool is_complete(const column_row& row) {
  const bool is_of_reference =
      (row.source == column_source::reference || row.source == column_source::provenance) &&
      (row.needs & column_need::resolution) == 0;
  return !row.word.empty() && !row.help.empty() &&
         (row.text != nullptr) == (is_of_reference && row.kind == text) &&
         (row.number != nullptr) == (is_of_reference && row.kind == number);
}

// Returns the number of the first row that is incomplete, out of place, or has the word of an earlier row.
[[nodiscard]] consteval std::size_t first_bad_row() {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto earlier = rows.begin() + static_cast<std::ptrdiff_t>(i);
    const bool is_new = std::none_of(rows.begin(), earlier,
                                     [i](const column_row& other) { return other.word == rows[i].word; });
    if (rows[i].name != static_cast<field>(i) || !is_complete(rows[i]) || !is_new) return i;
  }
  return rows.size();
}

static_assert(rows.size() == enumerator_count<field> && rows.size() == field_count,
              "each enumerator of field needs a row");
static_assert(first_bad_row() == rows.size(), "a row of the table of columns is out of place or incomplete");

}  // namespace column_rows

// The rows by enumerator.
inline constexpr const auto& column_table = column_rows::rows;

[[nodiscard]] constexpr const column_row& column_of(field name) {
  return column_table[static_cast<std::size_t>(name)];
}

// The words of `--fields`.
template <>
inline constexpr auto words_for<field> = [] {
  std::array<std::string_view, column_table.size()> words{};
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = column_table[i].word;
  return words;
}();

}  // namespace urlsieve

#endif
