// Values of columns as bytes, for rows that wait in memory or in temporary files: the size of each value plus
// 1 as a varint of 7 bits a byte (0: absent), and the bytes of the value. A number is stored in little-endian
// order without high zero bytes, a list as the packed texts of its elements. The columns are not stored.
#ifndef URLSIEVE_ROWS_PACKED_VALUES_HPP
#define URLSIEVE_ROWS_PACKED_VALUES_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "src/rows/typed_row.hpp"
#include "urlsieve/column_row.hpp"

namespace urlsieve {

// Append a value to `out`.
void pack_absent(std::string& out);
void pack_text(std::string_view text, std::string& out);
void pack_number(std::uint64_t number, std::string& out);
void pack(const row_value& value, std::string& out);

// Removes the first value of `packed`, a value of type `kind`, and appends the value to `row` as views into
// the packed bytes. Returns false if the bytes are no such value.
[[nodiscard]] bool unpack_any(std::string_view& packed, field_kind kind, typed_row& row);

// Same as unpack_any(), fast for short texts.
[[nodiscard]] inline bool unpack(std::string_view& packed, field_kind kind, typed_row& row) {
  const std::size_t size = packed.empty() ? 0 : static_cast<unsigned char>(packed.front());
  if (kind != field_kind::text || size == 0 || size >= 0x80 || size > packed.size())
    return unpack_any(packed, kind, row);
  row.add(row_value::of_text(packed.substr(1, size - 1)));
  packed.remove_prefix(size);
  return true;
}

// The bytes of a packed row before its values: their size, in little-endian order.
inline constexpr std::size_t packed_row_head = 4;

// Appends a packed row: the size of the values, and the values.
void pack_row(std::span<const row_value> row, std::string& out);

// Replaces the values of `row` by views of the values in `packed`, a packed row without its packed_row_head
// bytes. `kinds` are the types of the values. Returns false if the bytes are no such row.
[[nodiscard]] bool unpack_row(std::string_view packed, std::span<const field_kind> kinds, typed_row& row);

}  // namespace urlsieve

#endif
