#include "src/pipeline/rejected_row.hpp"

#include <array>
#include <string>
#include <vector>

#include "src/rows/row_columns.hpp"
#include "src/rows/typed_row.hpp"

namespace urlsieve {

text_writer rejected_row::writer(row_form form) {
  return {form, row_columns(std::vector<std::string>{"reason", "raw", "source", "where", "offset"}, false)};
}

void rejected_row::append_to(std::string& out, const text_writer& writer) const {
  writer.append(
      std::array{row_value::of_text(name_of(reason)), row_value::of_text(raw), row_value::of_text(source),
                 row_value::of_text(where), row_value::of_number(offset)},
      out);
}

}  // namespace urlsieve
