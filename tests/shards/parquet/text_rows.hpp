// Typed rows written as text in tests: a TAB between columns, a NUL between elements. An empty text is an
// absent value.
#ifndef URLSIEVE_TESTS_SHARDS_PARQUET_TEXT_ROWS_HPP
#define URLSIEVE_TESTS_SHARDS_PARQUET_TEXT_ROWS_HPP

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "src/rows/typed_row.hpp"
#include "src/shards/parquet/parquet_file.hpp"

namespace urlsieve::parquet::testing {

// Returns a number, or a text if `text` is not a number.
inline row_value number_or_text(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, failed] = std::from_chars(text.data(), end, number);
  return failed == std::errc() && stopped == end ? row_value::of_number(number) : row_value::of_text(text);
}

// Replaces the values of `row` by those of `text`, which must outlive the row.
inline void set_row(std::string_view text, const std::vector<column>& columns, typed_row& row) {
  row.clear();
  for (std::size_t i = 0, begin = 0; begin <= text.size(); ++i) {
    const std::size_t end = std::min(text.find('\t', begin), text.size());
    std::string_view value = text.substr(begin, end - begin);
    begin = end + 1;
    const field_kind kind = i < columns.size() ? columns[i].type.kind : field_kind::text;
    if (value.empty()) {
      row.add(kind == field_kind::text ? row_value::of_text(value) : row_value());
    } else if (kind == field_kind::number) {
      row.add(number_or_text(value));
    } else if (kind == field_kind::text) {
      row.add(row_value::of_text(value));
    } else {
      std::vector<std::string_view>& elements = row.new_list();
      for (std::size_t at = 0; at <= value.size();) {
        const std::size_t stop = std::min(value.find('\0', at), value.size());
        elements.push_back(value.substr(at, stop - at));
        at = stop + 1;
      }
      row.add(row_value::of_list(elements));
    }
  }
}

inline std::string text_of(std::span<const row_value> row) {
  std::string text;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i != 0) text += '\t';
    if (row[i].kind() == row_value::form::number) text += std::to_string(row[i].number());
    if (row[i].kind() == row_value::form::text) text += row[i].text();
    if (row[i].kind() != row_value::form::list) continue;
    for (std::size_t k = 0; k < row[i].elements().size(); ++k)
      text.append(k == 0 ? 0 : 1, '\0').append(row[i].elements()[k]);
  }
  return text;
}

}  // namespace urlsieve::parquet::testing

#endif
