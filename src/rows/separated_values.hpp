// Writes a row whose values are separated by a character, for TSV and CSV.
#ifndef URLSIEVE_ROWS_SEPARATED_VALUES_HPP
#define URLSIEVE_ROWS_SEPARATED_VALUES_HPP

#include <cstddef>
#include <span>
#include <string>

#include "src/rows/row_value.hpp"
#include "src/text/digits.hpp"

namespace urlsieve {

// Appends the values of `row` to `out`, separated by `separator`. An absent value is empty. Calls
// append_text(i, text) for a text in column i, and append_list(elements) for a list.
template <class AppendText, class AppendList>
void append_separated(std::span<const row_value> row, char separator, std::string& out,
                      const AppendText& append_text, const AppendList& append_list) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i != 0) out.push_back(separator);
    const row_value& value = row[i];
    switch (value.kind()) {
      case row_value::form::absent:
        break;
      case row_value::form::number:
        append_digits(value.number(), out);
        break;
      case row_value::form::text:
        append_text(i, value.text());
        break;
      case row_value::form::list:
        append_list(value.elements());
        break;
    }
  }
}

}  // namespace urlsieve

#endif
