#include "src/pipeline/outputs/row_format.hpp"

#include <algorithm>
#include <optional>

#include "src/rows/packed_values.hpp"
#include "src/runs/source_list.hpp"
#include "src/text/calendar_date.hpp"
#include "src/url/normalize/surt.hpp"
#include "src/url/url_columns.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/output_options.hpp"

namespace urlsieve {

namespace {

std::vector<row_column> columns_of_rows(const output_options& options) {
  std::vector<std::string> words;
  for (const field name : options.fields) words.emplace_back(name_of(name));
  if (options.mark_new) words.emplace_back(new_column);
  return row_columns(words, options.edges != edge_choice::none);
}

void add_key(std::string_view url, typed_row& row) {
  arena& storage = row.storage();
  const std::size_t size = write_surt(url, storage.reserve(surt_capacity(url.size())));
  row.add(row_value::of_text(storage.commit(size)));
}

void add_part(url_columns& split, field name, typed_row& row) {
  std::string buffer;
  const std::string_view value = split.value(name, buffer);
  if (value.data() == buffer.data())
    row.add_copy(value);
  else
    row.add(row_value::of_text_if_there(value));
}

void add_sources(std::string_view sources, typed_row& row) {
  std::vector<std::string_view>& names = row.new_list();
  while (!sources.empty()) names.push_back(take_source(sources).name);
  row.add(row_value::of_list(names));
}

}  // namespace

std::string_view list_of_source(std::string_view source, std::uint64_t order, arena& storage) {
  const std::size_t size = url_source::header + source.size();
  write_source({order, source}, storage.reserve(size));
  return storage.commit(size);
}

row_format::row_format(const output_options& options, date_origin dates)
    : row_format(options, columns_of_rows(options), dates) {}

row_format::row_format(const output_options& options, const std::vector<row_column>& columns,
                       date_origin dates)
    : text_(options.format, columns),
      edges_(options.edges != edge_choice::none),
      only_url_(form() != row_form::jsonl && form() != row_form::csv && !options.mark_new &&
                options.fields.size() == 1 && options.fields.front() == field::url),
      marks_new_(options.mark_new),
      dates_(dates),
      date_(options.date.empty() ? today_in_utc() : options.date) {
  for (const field name : options.fields) columns_.push_back(column_of(name));
  wants_sources_ = wants(field::sources);
  has_columns_ = std::ranges::any_of(options.fields, [this](field name) { return is_packed(name); });
}

// Returns true for the columns in row_content::columns.
bool row_format::is_packed(field name) const {
  return is_of_reference(name) || (dates_ == date_origin::columns && is_date_of_run(name));
}

bool row_format::wants(field name) const {
  return std::any_of(columns_.begin(), columns_.end(),
                     [name](const column_row& column) { return column.name == name; });
}

std::string_view row_format::columns(const sieved_url& found, std::string_view resolved, arena& storage) {
  packed_.clear();
  for (const column_row& column : columns_) {
    if (column.text != nullptr) {
      const std::string_view value = column.text(found, value_);
      if (column.is_nullable && value.empty())
        pack_absent(packed_);
      else
        pack_text(value, packed_);
    } else if (column.number != nullptr) {
      if (const std::optional<std::uint64_t> number = column.number(found))
        pack_number(*number, packed_);
      else
        pack_absent(packed_);
    } else if ((column.needs & column_need::resolution) != 0) {
      pack_text(resolved, packed_);
    }
  }
  return storage.copy(packed_);
}

void row_format::fill(const row_content& content, typed_row& row) const {
  row.clear();
  std::string_view packed = content.columns;
  std::optional<url_columns> split;
  for (const column_row& column : columns_) {
    if (is_packed(column.name)) {
      if (!unpack(packed, column.kind, row)) row.add({});
      continue;
    }
    switch (column.source) {
      case column_source::url_part:
        if (!split) split.emplace(content.url);
        add_part(*split, column.name, row);
        break;
      case column_source::url:
        if (column.name == field::key) {
          add_key(content.url, row);
        } else if (edges_) {
          const std::size_t tab = content.url.find('\t');
          row.add(row_value::of_text(content.url.substr(0, tab)));
          row.add(row_value::of_text(content.url.substr(tab + 1)));
        } else {
          row.add(row_value::of_text(content.url));
        }
        break;
      default:
        add_fact_of_run(column.name, content, row);
        break;
    }
  }
  if (marks_new_) row.add(row_value::of_number(content.is_new ? 1 : 0));
}

void row_format::add_fact_of_run(field name, const row_content& content, typed_row& row) const {
  if (name == field::sources)
    add_sources(content.sources, row);
  else if (is_date_of_run(name))
    row.add(row_value::of_text(date_));
  else
    row.add(row_value::of_number(name == field::count ? content.count : content.shard));
}

void row_format::append(const row_content& content, typed_row& scratch, std::string& out) const {
  if (only_url_) {
    out.append(content.url).push_back('\n');
    return;
  }
  fill(content, scratch);
  text_.append(scratch.values(), out);
}

}  // namespace urlsieve
