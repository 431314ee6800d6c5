#include "src/rows/packed_values.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/text/number_bytes.hpp"
#include "src/text/varint.hpp"

namespace urlsieve {
namespace {

// Removes the bytes of a value. Returns false if there are none; `bytes` has null data for an absent value.
bool take_bytes(std::string_view& packed, std::string_view& bytes) {
  std::uint64_t size = 0;
  if (!take_varint(packed, size) || (size != 0 && size - 1 > packed.size())) return false;
  bytes = {};
  if (size == 0) return true;
  bytes = packed.substr(0, static_cast<std::size_t>(size - 1));
  packed.remove_prefix(bytes.size());
  return true;
}

bool unpack_list(std::string_view bytes, typed_row& row) {
  std::vector<std::string_view>& elements = row.new_list();
  while (!bytes.empty()) {
    std::string_view element;
    if (!take_bytes(bytes, element)) return false;
    elements.push_back(element);
  }
  row.add(row_value::of_list(elements));
  return true;
}

}  // namespace

void pack_absent(std::string& out) {
  out.push_back('\0');
}

void pack_text(std::string_view text, std::string& out) {
  append_varint(text.size() + 1, out);
  out.append(text);
}

void pack_number(std::uint64_t number, std::string& out) {
  const auto size = static_cast<std::size_t>((std::bit_width(number) + 7) / 8);
  out.push_back(static_cast<char>(size + 1));
  for (; number != 0; number >>= 8U) out.push_back(static_cast<char>(number & 0xFFU));
}

void pack(const row_value& value, std::string& out) {
  switch (value.kind()) {
    case row_value::form::absent:
      return pack_absent(out);
    case row_value::form::number:
      return pack_number(value.number(), out);
    case row_value::form::text:
      return pack_text(value.text(), out);
    case row_value::form::list: {
      std::string elements;
      for (const std::string_view element : value.elements()) pack_text(element, elements);
      return pack_text(elements, out);
    }
  }
}

bool unpack_any(std::string_view& packed, field_kind kind, typed_row& row) {
  std::string_view bytes;
  if (!take_bytes(packed, bytes)) return false;
  if (bytes.data() == nullptr) {
    row.add({});
    return true;
  }
  if (kind == field_kind::text) {
    row.add(row_value::of_text(bytes));
    return true;
  }
  if (kind == field_kind::list) return unpack_list(bytes, row);
  if (bytes.size() > sizeof(std::uint64_t)) return false;
  row.add(row_value::of_number(little_endian(bytes)));
  return true;
}

void pack_row(std::span<const row_value> row, std::string& out) {
  const std::size_t begin = out.size();
  out.append(packed_row_head, '\0');
  for (const row_value& value : row) pack(value, out);
  std::size_t size = out.size() - begin - packed_row_head;
  for (std::size_t i = 0; i < packed_row_head; ++i, size >>= 8U)
    out[begin + i] = static_cast<char>(size & 0xFFU);
}

bool unpack_row(std::string_view packed, std::span<const field_kind> kinds, typed_row& row) {
  row.clear();
  for (const field_kind kind : kinds)
    if (!unpack(packed, kind, row)) return false;
  return packed.empty();
}

}  // namespace urlsieve
