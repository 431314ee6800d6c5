#include "src/rows/json_lines_writer.hpp"

#include <cstddef>

#include "src/text/digits.hpp"
#include "src/text/json/json_string.hpp"

namespace urlsieve {

std::string json_prefix(std::string_view word, bool is_first) {
  return std::string(is_first ? "{\"" : ",\"").append(word).append("\":");
}

json_lines_writer::json_lines_writer(std::span<const row_column> columns) {
  for (const row_column& column : columns) prefixes_.push_back(json_prefix(column.word, prefixes_.empty()));
}

void json_lines_writer::append(std::span<const row_value> row, std::string& out) const {
  for (std::size_t i = 0; i < row.size(); ++i) {
    out.append(prefixes_[i]);
    const row_value& value = row[i];
    switch (value.kind()) {
      case row_value::form::absent:
        out.append("null");
        break;
      case row_value::form::number:
        append_digits(value.number(), out);
        break;
      case row_value::form::text:
        append_json_string(value.text(), out);
        break;
      case row_value::form::list:
        out.push_back('[');
        for (std::size_t k = 0; k < value.elements().size(); ++k) {
          if (k != 0) out.push_back(',');
          append_json_string(value.elements()[k], out);
        }
        out.push_back(']');
        break;
    }
  }
  out.append("}\n");
}

}  // namespace urlsieve
