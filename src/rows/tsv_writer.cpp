#include "src/rows/tsv_writer.hpp"

#include <algorithm>
#include <cstdint>

#include "src/rows/list_text.hpp"
#include "src/rows/separated_values.hpp"

namespace urlsieve {
namespace {

void append_with_blanks(std::string_view text, std::string& out) {
  const std::size_t begin = out.size();
  out.append(text);
  // All three bytes are at most CR. The loop has no branch, so it becomes vector code.
  bool is_suspect = false;
  for (const char byte : text) is_suspect |= static_cast<unsigned char>(byte) <= '\r';
  if (is_suspect)
    std::replace_if(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), breaks_text, ' ');
}

std::size_t digits_of(std::uint64_t number) {
  std::size_t digits = 1;
  for (; number >= 10; number /= 10) ++digits;
  return digits;
}

}  // namespace

tsv_writer::tsv_writer(std::span<const row_column> columns, char between_elements)
    : between_elements_(between_elements) {
  for (const row_column& column : columns) is_verbatim_.push_back(column.is_of_url ? 1 : 0);
}

void tsv_writer::append(std::span<const row_value> row, std::string& out) const {
  append_separated(
      row, '\t', out,
      [&](std::size_t column, std::string_view text) {
        if (is_verbatim_[column] != 0)
          out.append(text);
        else
          append_with_blanks(text, out);
      },
      [&](std::span<const std::string_view> list) { append_list(list, between_elements_, out); });
  out.push_back('\n');
}

std::size_t text_size(std::span<const row_value> row) {
  std::size_t size = std::max<std::size_t>(row.size(), 1);  // TABs and the LF
  for (const row_value& value : row) {
    if (value.kind() == row_value::form::number) size += digits_of(value.number());
    if (value.kind() == row_value::form::text) size += value.text().size();
    if (value.kind() != row_value::form::list) continue;
    for (const std::string_view element : value.elements()) size += element.size() + 1;
    if (!value.elements().empty()) --size;
  }
  return size;
}

}  // namespace urlsieve
