// Questions about the output columns, which the table of columns (column_table.hpp) answers.
#ifndef URLSIEVE_FIELDS_HPP
#define URLSIEVE_FIELDS_HPP

#include <algorithm>
#include <cstdint>
#include <span>

#include "urlsieve/column_table.hpp"
#include "urlsieve/field.hpp"

namespace urlsieve {

[[nodiscard]] constexpr field_kind kind_of(field name) {
  return column_of(name).kind;
}

// Returns true for a column computed from the URL alone (and, if the column needs column_need::suffixes, the
// public suffix list).
[[nodiscard]] constexpr bool is_of_url(field name) {
  return column_of(name).source == column_source::url_part;
}

// Returns true for a column of provenance (provenance.hpp), which is recorded only if requested.
[[nodiscard]] constexpr bool is_provenance(field name) {
  return column_of(name).source == column_source::provenance;
}

// Returns true for a column with a date of the runs that found the URL.
[[nodiscard]] constexpr bool is_date_of_run(field name) {
  return name == field::first_date || name == field::last_date;
}

// Returns true for a column with a value of the first reference to the URL.
[[nodiscard]] constexpr bool is_of_reference(field name) {
  return is_provenance(name) || column_of(name).source == column_source::reference;
}

// Returns true for a column that needs the fact `need`, a bit of namespace column_need.
[[nodiscard]] constexpr bool needs(field name, std::uint8_t need) {
  return (column_of(name).needs & need) != 0;
}

// Returns true if any of `columns` needs the fact `need`.
[[nodiscard]] constexpr bool any_needs(std::span<const field> columns, std::uint8_t need) {
  return std::any_of(columns.begin(), columns.end(), [need](field name) { return needs(name, need); });
}

// Returns true if a row may lack the value; see column_row::is_nullable.
[[nodiscard]] constexpr bool may_be_absent(field name) {
  return column_of(name).is_nullable;
}

}  // namespace urlsieve

#endif
