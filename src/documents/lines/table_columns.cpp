#include "src/documents/lines/table_columns.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <system_error>

#include "src/documents/header_fields.hpp"
#include "src/documents/lines/table_record.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

// Returns the value of a field without quotes and surrounding white space.
std::string field_value(std::string_view field) {
  field = trimmed(field);
  const bool is_quoted = field.size() > 1 && field.front() == '"' && field.back() == '"';
  if (!is_quoted) return std::string(field);
  field = trimmed(field.substr(1, field.size() - 2));
  std::string value;
  for (std::size_t i = 0; i < field.size(); ++i) {
    value.push_back(field[i]);
    if (field[i] == '"' && i + 1 < field.size() && field[i + 1] == '"') ++i;
  }
  return value;
}

// Returns the field values of one record.
std::vector<std::string> field_values(std::string_view record, char delimiter) {
  std::vector<std::string> values;
  std::size_t begin = record.size() - without_utf8_mark(record).size();
  static_cast<void>(read_table_record(record, delimiter, [&](std::size_t mark) {
    if (record[mark] == '"') return;
    values.push_back(field_value(record.substr(begin, mark - begin)));
    begin = mark + 1;
  }));
  if (begin < record.size() || values.empty() || record.back() == delimiter)
    values.push_back(field_value(record.substr(begin)));
  return values;
}

bool may_be_name(std::string_view value) {
  const bool has_letter = std::any_of(value.begin(), value.end(), [](char c) {
    return bytes::alpha.contains(c) || bytes::non_ascii.contains(c);
  });
  return has_letter && value.find("://") == npos && value.find('@') == npos && !ascii::begins(value, "www.");
}

// Returns the names in the header line; empty if the table has none. Skips records before the header line
// that have at most half as many fields as the table: a title, or notes.
std::vector<std::string> header_names(std::string_view front, const field_form& form) {
  while (!front.empty()) {
    const table_record record = read_table_record(front, form.delimiter, [](std::size_t) {});
    const std::string_view first = front.substr(0, record.size);
    front.remove_prefix(record.size);
    if (is_blank_record(first) || 2 * record.fields <= form.count) continue;
    std::vector<std::string> names = field_values(first, form.delimiter);
    if (names.size() != form.count || !std::all_of(names.begin(), names.end(), may_be_name)) return {};
    std::vector<std::string> sorted = names;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return {};
    return names;
  }
  return {};
}

// Returns nullopt if the table does not have the column.
std::optional<std::size_t> find_column(std::string_view column, const std::vector<std::string>& names) {
  std::uint32_t number = 0;
  const auto [end, failed] = std::from_chars(column.data(), column.data() + column.size(), number);
  if (failed == std::errc() && end == column.data() + column.size())
    return number >= 1 && number <= names.size() ? std::optional<std::size_t>(number - 1) : std::nullopt;
  const auto exact = std::find(names.begin(), names.end(), column);
  if (exact != names.end()) return static_cast<std::size_t>(exact - names.begin());
  const std::string wanted = ascii::lowered(column);
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!ascii::same(names[i], wanted)) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

}  // namespace

table_columns read_table_columns(std::string_view front, const field_form& form,
                                 std::span<const std::string> selection, stats& counted) {
  table_columns columns;
  columns.names = header_names(front, form);
  if (columns.names.empty())
    for (std::size_t i = 1; i <= form.count; ++i) columns.names.push_back(std::to_string(i));
  if (selection.empty()) return columns;
  columns.is_read.resize(columns.names.size());
  for (const std::string& name : selection) {
    const std::optional<std::size_t> found = find_column(name, columns.names);
    if (found)
      columns.is_read[*found] = true;
    else
      counted.count_skipped("column", name);
  }
  return columns;
}

void column_cursor::begin(std::string_view text, const field_form& form) {
  text_ = text;
  form_ = form;
  record_begin_ = 0;
  record_end_ = 0;
  field_ends_.clear();
}

std::size_t column_cursor::column_at(std::size_t position) {
  if (position >= text_.size()) return npos;
  if (position < record_begin_) begin(text_, form_);
  while (position >= record_end_) {
    field_ends_.clear();
    record_begin_ = record_end_;
    const std::string_view rest = text_.substr(record_begin_);
    const table_record record = read_table_record(rest, form_.delimiter, [&](std::size_t mark) {
      if (rest[mark] != '"') field_ends_.push_back(record_begin_ + mark);
    });
    record_end_ = record_begin_ + record.size;
    if (!record.complete) field_ends_.push_back(record_end_);
    if (record.fields != form_.count) field_ends_.clear();
  }
  if (field_ends_.empty()) return npos;
  const auto end = std::lower_bound(field_ends_.begin(), field_ends_.end(), position);
  return static_cast<std::size_t>(end - field_ends_.begin());
}

}  // namespace urlsieve
