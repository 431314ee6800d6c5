// The facts about a column of the output: a row of the table of columns (column_table.hpp).
#ifndef URLSIEVE_COLUMN_ROW_HPP
#define URLSIEVE_COLUMN_ROW_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "urlsieve/field.hpp"
#include "urlsieve/sieved_url.hpp"

namespace urlsieve {

// The type of a column in typed formats: unsigned 64-bit number, text, or list of texts. Text rows format all
// values as text.
enum class field_kind : std::uint8_t { number, text, list };

// The origin of the values of a column.
enum class column_source : std::uint8_t {
  url,        // the whole URL of the row, or a form of the whole URL
  url_part,   // the URL of the row alone, see src/url/url_columns.hpp
  run,        // all references to the URL in the run
  reference,  // the first reference to the URL
  provenance  // the input and record of the first reference; recorded only if requested
};

// Bits of facts that a run determines only for columns that need the facts.
namespace column_need {
inline constexpr std::uint8_t suffixes = 1U << 0;       // public suffix list
inline constexpr std::uint8_t context = 1U << 1;        // context of links: link_options::note_context
inline constexpr std::uint8_t lines = 1U << 2;          // numbers of lines
inline constexpr std::uint8_t marks = 1U << 3;          // ends of compressed members in the stored input
inline constexpr std::uint8_t table_columns = 1U << 4;  // columns of tables
inline constexpr std::uint8_t resolution = 1U << 5;     // resolved URL, known only inside a run
inline constexpr std::uint8_t offsets = 1U << 6;        // offset in decompressed input; forbids a split
}  // namespace column_need

// Returns the text of a reference: a view into `found`, or into `storage`. An empty text is absent in a
// nullable column.
using text_access = std::string_view (*)(const sieved_url& found, std::string& storage);

// Returns the number of a reference, or nullopt if the number is absent.
using number_access = std::optional<std::uint64_t> (*)(const sieved_url& found);

struct column_row {
  field name;
  std::string_view word;  // "record-offset"
  field_kind kind;
  column_source source;
  std::string_view help;  // "{word}" stands for the flag of an option

  // A nullable column may lack a value in a row. A missing value differs from an empty value: it is null in
  // JSON and Arrow, and empty in text rows.
  bool is_nullable = false;
  // The column is nullable in Parquet files, where an empty text is null.
  bool is_nullable_in_parquet = false;
  std::uint8_t needs = 0;  // bits of namespace column_need

  // The value in a reference; null for the other kind, for other sources, and for column_need::resolution.
  text_access text = nullptr;
  number_access number = nullptr;
};

namespace column_rows {

// Facts about a column. Each function adds the fact to a row.

inline constexpr auto nullable = [](column_row& row) { row.is_nullable = row.is_nullable_in_parquet = true; };
// Nullable in JSON and Arrow only.
inline constexpr auto required_in_parquet = [](column_row& row) {
  row.is_nullable = true;
  row.is_nullable_in_parquet = false;
};
// Never null in JSON and Arrow: an absent value is an empty text.
inline constexpr auto empty_if_absent = [](column_row& row) { row.is_nullable_in_parquet = true; };
[[nodiscard]] consteval auto needs(std::uint8_t bits) {
  return [bits](column_row& row) { row.needs = bits; };
}

// The value is the member `Member` of sieved_url.
template <auto Member>
inline constexpr auto member = [](column_row& row) {
  if constexpr (requires(const sieved_url& found) { std::string_view(found.*Member); })
    row.text = [](const sieved_url& found, std::string&) { return std::string_view(found.*Member); };
  else
    row.number = [](const sieved_url& found) { return std::optional<std::uint64_t>(found.*Member); };
};

// The value is the member `Member` of the provenance.
template <auto Member>
inline constexpr auto origin = [](column_row& row) {
  if constexpr (requires(const provenance& from) { std::string_view(from.*Member); })
    row.text = [](const sieved_url& found, std::string&) {
      return found.from == nullptr ? std::string_view() : std::string_view(found.from->*Member);
    };
  else
    row.number = [](const sieved_url& found) {
      return found.from == nullptr ? std::nullopt : std::optional<std::uint64_t>(found.from->*Member);
    };
};

[[nodiscard]] consteval auto text_by(text_access access) {
  return [access](column_row& row) { row.text = access; };
}
[[nodiscard]] consteval auto number_by(number_access access) {
  return [access](column_row& row) { row.number = access; };
}

template <class... Facts>
[[nodiscard]] consteval column_row column_at(field name, std::string_view word, field_kind kind,
                                             column_source source, std::string_view help, Facts... facts) {
  column_row row{name, word, kind, source, help};
  (facts(row), ...);
  return row;
}

}  // namespace column_rows

}  // namespace urlsieve

#endif
