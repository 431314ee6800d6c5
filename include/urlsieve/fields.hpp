// Properties of the output columns: value kinds, groups and nullability.
#ifndef URLSIEVE_FIELDS_HPP
#define URLSIEVE_FIELDS_HPP

#include <cstdint>

#include "urlsieve/options.hpp"

namespace urlsieve {

// The type of a column in typed formats: unsigned 64-bit number, text, or list of texts. Text rows format all
// values as text.
enum class field_kind : std::uint8_t { number, text, list };

[[nodiscard]] constexpr field_kind kind_of(field name) {
  switch (name) {
    case field::shard:
    case field::count:
    case field::offset:
    case field::record_offset:
    case field::record_length:
    case field::status:
    case field::line:
      return field_kind::number;
    case field::sources:
      return field_kind::list;
    default:
      return field_kind::text;
  }
}

// Returns true for a column computed from the URL alone (and, if needs_suffixes(), the public suffix list).
[[nodiscard]] constexpr bool is_of_url(field name) {
  return name >= field::scheme && name <= field::surt;
}

// Returns true for a column of provenance (provenance.hpp), which is recorded only if requested.
[[nodiscard]] constexpr bool is_provenance(field name) {
  return name >= field::input && name <= field::line;
}

[[nodiscard]] constexpr bool needs_suffixes(field name) {
  return name == field::subdomain || name == field::domain || name == field::suffix;
}

// Returns true if a row may lack the value. A missing value differs from an empty value: it is null in JSON
// and Arrow, and empty in text columns.
[[nodiscard]] constexpr bool may_be_absent(field name) {
  return (is_of_url(name) && name != field::path && name != field::surt) || is_provenance(name) ||
         name == field::message_id || name == field::part || name == field::column;
}

}  // namespace urlsieve

#endif
