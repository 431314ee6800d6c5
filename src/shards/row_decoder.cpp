#include "src/shards/row_decoder.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/rows/row_columns.hpp"
#include "src/text/json/json_escape.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace {

bool add_digits(std::string_view digits, typed_row& row) {
  const std::optional<std::uint64_t> number = row_number(digits);
  if (number) row.add(row_value::of_number(*number));
  return number.has_value();
}

bool is_json_string(std::string_view json) {
  return json.size() >= 2 && json.front() == '"' && json.back() == '"';
}

// Returns the text of a JSON string, in the storage of the row if it has escapes.
std::string_view text_of_json(std::string_view json, typed_row& row) {
  const std::string_view inside = json.substr(1, json.size() - 2);
  if (inside.find('\\') == std::string_view::npos) return inside;
  char* const decoded = row.storage().reserve(inside.size());
  return row.storage().commit(decode_json_escapes(inside, decoded));
}

}  // namespace

row_decoder::row_decoder(const manifest& run) : layout_(run) {
  for (const row_column& column : row_columns(run)) {
    const std::optional<field> name = parse_name<field>(column.word);
    columns_.push_back({column.kind, column.word == document_column, name && may_be_absent(*name),
                        name && is_of_reference(*name)});
  }
}

void row_decoder::decode(std::span<const row_value> stored, typed_row& row) const {
  row.clear();
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const decoded_column& column = columns_[i];
    row_value value = stored[i];
    if (column.kind == field_kind::text && value.text().empty()) {
      if (!column.is_nullable) value = row_value::of_text("");
      if (column.is_nullable && column.is_of_reference) value = {};
    }
    row.add(value);
  }
}

bool row_decoder::decode(std::string_view text, typed_row& row) {
  row.clear();
  if (!layout_.split(text, values_)) return false;
  std::size_t column = 0;
  for (std::string_view value : values_) {
    // Both ends of an edge are one field of the layout.
    if (columns_[column].is_document) {
      const std::size_t tab = value.find('\t');
      row.add(row_value::of_text(value.substr(0, tab)));
      value.remove_prefix(tab + 1);
      ++column;
    }
    const bool is_added = layout_.form() == row_form::jsonl ? add_json(value, columns_[column], row)
                                                            : add_text(value, columns_[column], row);
    if (!is_added) return false;
    ++column;
  }
  return true;
}

bool row_decoder::add_text(std::string_view text, const decoded_column& column, typed_row& row) {
  if (text.empty() && column.is_nullable) {
    row.add({});
    return true;
  }
  if (column.kind == field_kind::number) return add_digits(text, row);
  if (column.kind == field_kind::list) {
    std::vector<std::string_view>& elements = row.new_list();
    elements = source_elements(text, row_form::tsv);
    row.add(row_value::of_list(elements));
    return true;
  }
  row.add(row_value::of_text(text));
  return true;
}

bool row_decoder::add_json(std::string_view json, const decoded_column& column, typed_row& row) {
  if (json == "null") {
    row.add({});
    return true;
  }
  if (column.kind == field_kind::number) return add_digits(json, row);
  if (column.kind == field_kind::list) {
    if (json.front() != '[') return false;
    std::vector<std::string_view>& elements = row.new_list();
    for (const std::string_view element : source_elements(json, row_form::jsonl)) {
      if (!is_json_string(element)) return false;
      elements.push_back(text_of_json(element, row));
    }
    row.add(row_value::of_list(elements));
    return true;
  }
  if (!is_json_string(json)) return false;
  row.add(row_value::of_text(text_of_json(json, row)));
  return true;
}

}  // namespace urlsieve
