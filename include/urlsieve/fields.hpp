// Questions about the output columns, which the table of columns (column_table.hpp) answers.
#ifndef URLSIEVE_FIELDS_HPP
#define URLSIEVE_FIELDS_HPP

#include <cstdint>
#include <span>

#include "urlsieve/column_table.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

[[nodiscard]] constexpr field_kind kind_of(field name) {
  return column_of(name).kind;
}

// Returns true for a column computed from the URL alone (and, if needs_suffixes(), the public suffix list).
[[nodiscard]] constexpr bool is_of_url(field name) {
  return column_of(name).source == column_source::url_part;
}

// Returns true for a column of provenance (provenance.hpp), which is recorded only if requested.
[[nodiscard]] constexpr bool is_provenance(field name) {
  return column_of(name).source == column_source::provenance;
}

// Returns true for a column with a value of the first reference to the URL.
[[nodiscard]] constexpr bool is_of_reference(field name) {
  return is_provenance(name) || column_of(name).source == column_source::reference;
}

[[nodiscard]] constexpr bool needs_suffixes(field name) {
  return (column_of(name).needs & column_need::suffixes) != 0;
}

// Returns true for a column of link context, which is recorded only with link_options::note_context.
[[nodiscard]] constexpr bool needs_context(field name) {
  return (column_of(name).needs & column_need::context) != 0;
}

// Returns the bits of namespace column_need that any of `columns` needs.
[[nodiscard]] constexpr std::uint8_t needs_of(std::span<const field> columns) {
  std::uint8_t needs = 0;
  for (const field name : columns) needs = static_cast<std::uint8_t>(needs | column_of(name).needs);
  return needs;
}

// Returns true if a row may lack the value; see column_row::is_nullable.
[[nodiscard]] constexpr bool may_be_absent(field name) {
  return column_of(name).is_nullable;
}

}  // namespace urlsieve

#endif
