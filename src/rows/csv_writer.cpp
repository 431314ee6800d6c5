#include "src/rows/csv_writer.hpp"

#include "src/rows/list_text.hpp"
#include "src/rows/separated_values.hpp"

namespace urlsieve {
namespace {

// The loop has no branch, so it becomes vector code.
bool needs_quotes(std::string_view text) {
  bool found = false;
  for (const char byte : text) found |= byte == ',' || byte == '"' || byte == '\r' || byte == '\n';
  return found;
}

void append_csv_value(std::string_view text, std::string& out) {
  if (!needs_quotes(text)) {
    out.append(text);
    return;
  }
  out.push_back('"');
  for (const char byte : text) {
    if (byte == '"') out.push_back('"');
    out.push_back(byte);
  }
  out.push_back('"');
}

}  // namespace

void append_csv_row(std::span<const row_value> row, std::string& out) {
  const std::size_t begin = out.size();
  append_separated(
      row, ',', out, [&](std::size_t, std::string_view text) { append_csv_value(text, out); },
      [&](std::span<const std::string_view> list) {
        std::string elements;
        append_list(list, ' ', elements);
        append_csv_value(elements, out);
      });
  if (out.size() == begin) out.append("\"\"");
  out.push_back('\n');
}

std::size_t first_csv_row(std::string_view rows) {
  bool is_quoted = false;
  std::size_t at = 0;
  for (; at + 1 < rows.size() && (is_quoted || rows[at] != '\n'); ++at) is_quoted ^= rows[at] == '"';
  return at + 1;
}

}  // namespace urlsieve
