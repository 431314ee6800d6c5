// What the columns of rows are: of what they tell, and which of them a row may lack.
#ifndef URLSIEVE_FIELDS_HPP
#define URLSIEVE_FIELDS_HPP

#include <cstdint>

#include "urlsieve/options.hpp"

namespace urlsieve {

// How a value is kept where there are types: as 64-bit unsigned number, as text, or as list of texts. In rows
// of text all are written out.
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

// The columns of a URL: they follow from it alone, and, three of them, from the public suffix list.
[[nodiscard]] constexpr bool is_of_url(field name) {
  return name >= field::scheme && name <= field::surt;
}

// Where a reference came from; told only of what is asked for.
[[nodiscard]] constexpr bool tells_provenance(field name) {
  return name >= field::input && name <= field::line;
}

[[nodiscard]] constexpr bool needs_suffixes(field name) {
  return name == field::subdomain || name == field::domain || name == field::suffix;
}

// Whether a row may lack it, which is not the same as an empty value: then it is empty in columns of text,
// null in JSON and Arrow.
[[nodiscard]] constexpr bool may_be_absent(field name) {
  return (is_of_url(name) && name != field::path && name != field::surt) || tells_provenance(name) ||
         name == field::message_id || name == field::part || name == field::column;
}

}  // namespace urlsieve

#endif
