#include "src/rows/delimited_writer.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "src/text/digits.hpp"

namespace urlsieve {
namespace {

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

// Returns true for TAB, CR and LF.
constexpr bool breaks_text(char byte) {
  return byte == '\t' || byte == '\r' || byte == '\n';
}

// Appends the elements with `between` after each element but the last. TAB, CR, LF and `between` inside an
// element become percent escapes. Requires: `between` is a blank or NUL.
void append_list(std::span<const std::string_view> elements, char between, std::string& out) {
  for (bool first = true; const std::string_view element : elements) {
    if (!std::exchange(first, false)) out.push_back(between);
    for (const char c : element) {
      if (breaks_text(c) || c == between) {
        out.append(c == ' ' ? "%20" : c == '\t' ? "%09" : c == '\r' ? "%0D" : c == '\n' ? "%0A" : "%00");
      } else {
        out.push_back(c);
      }
    }
  }
}

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
