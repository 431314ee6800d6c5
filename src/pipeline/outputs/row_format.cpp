#include "src/pipeline/outputs/row_format.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "src/pipeline/outputs/origin_values.hpp"
#include "src/runs/source_list.hpp"
#include "src/text/json/json_string.hpp"
#include "src/url/normalize/surt.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

namespace {

bool belongs_to_url(field name) {
  return name == field::shard || name == field::url || name == field::key || name == field::count ||
         name == field::sources || is_of_url(name);
}

bool wants_in(const std::vector<field>& fields, field name) {
  return std::find(fields.begin(), fields.end(), name) != fields.end();
}

void append_number(std::uint64_t number, std::string& out) {
  std::array<char, 20> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

}  // namespace

std::string_view list_of_source(std::string_view source, std::uint64_t order, arena& storage) {
  const std::size_t size = url_source::header + source.size();
  write_source({order, source}, storage.reserve(size));
  return storage.commit(size);
}

row_format::row_format(const output_options& options)
    : fields_(options.fields),
      jsonl_(options.format == row_form::jsonl),
      parquet_(options.format == row_form::parquet),
      only_url_(!jsonl_ && !options.mark_new && options.fields.size() == 1 &&
                options.fields.front() == field::url),
      has_columns_(!std::all_of(options.fields.begin(), options.fields.end(), belongs_to_url)),
      wants_sources_(wants_in(options.fields, field::sources)),
      marks_new_(options.mark_new) {
  for (const field name : fields_) {
    std::string prefix;
    if (jsonl_) {
      prefix.append(prefixes_.empty() ? "{\"" : ",\"").append(name_of(name)).append("\":");
    } else if (!prefixes_.empty()) {
      prefix = "\t";
    }
    prefixes_.push_back(std::move(prefix));
  }
}

bool row_format::wants(field name) const {
  return wants_in(fields_, name);
}

void row_format::append_column(std::string_view value) {
  if (jsonl_) {
    append_json_string(value, scratch_);
  } else {
    const std::size_t begin = scratch_.size();
    scratch_.append(value);
    std::replace_if(
        scratch_.begin() + static_cast<std::ptrdiff_t>(begin), scratch_.end(),
        [](char c) { return c == '\t' || c == '\r' || c == '\n'; }, ' ');
  }
}

void row_format::append_if_there(std::string_view value) {
  if (jsonl_ && value.empty())
    scratch_ += "null";
  else
    append_column(value);
}

// Appends an absent number like an empty text: null in JSON.
void row_format::append_origin(const sieved_url& found, field name) {
  if (kind_of(name) == field_kind::text) return append_if_there(origin_text(found, name));
  const std::optional<std::uint64_t> number = origin_number(found, name);
  if (number)
    append_number(*number, scratch_);
  else if (jsonl_)
    scratch_ += "null";
}

void row_format::append_flags(std::uint16_t flags) {
  std::string names;
  flag::each_name(flags, [&](std::string_view name) { names.append(names.empty() ? "" : ",").append(name); });
  append_column(names);
}

std::string_view row_format::columns(const sieved_url& found, std::string_view resolved, arena& storage) {
  scratch_.clear();
  for (const field name : fields_) {
    if (belongs_to_url(name)) continue;
    switch (name) {
      case field::raw:
        append_column(found.raw);
        break;
      case field::resolved:
        append_column(resolved);
        break;
      case field::source:
        append_column(found.source);
        break;
      case field::offset:
        append_number(found.offset, scratch_);
        break;
      case field::where:
        append_column(found.where);
        break;
      case field::delimited:
        append_column(name_of(found.delimited));
        break;
      case field::rel:
        append_column(found.rel);
        break;
      case field::text:
        append_column(found.text);
        break;
      case field::message_id:
        append_if_there(found.message_id);
        break;
      case field::part:
        append_if_there(found.part);
        break;
      case field::column:
        append_if_there(found.column);
        break;
      case field::flags:
        append_flags(found.flags);
        break;
      default:
        append_origin(found, name);
    }
    scratch_ += '\t';
  }
  return storage.copy(scratch_);
}

void row_format::append_key(std::string_view url, std::string& out) const {
  const std::size_t begin = out.size();
  out.resize(begin + surt_room(url.size()));
  const std::size_t size = write_surt(url, out.data() + begin);
  if (!jsonl_) return out.resize(begin + size);
  const std::string key(out, begin, size);
  out.resize(begin);
  append_json_string(key, out);
}

void row_format::append_of_url(url_columns& split, field name, std::string& out) const {
  std::string room;
  const std::string_view value = split.value(name, room);
  if (!jsonl_) {
    out.append(value);
  } else if (value.data() == nullptr) {
    out.append("null");
  } else {
    append_json_string(value, out);
  }
}

// Appends the sources. Blanks separate sources in columns, NULs in Parquet, so separators inside sources are
// escaped.
void row_format::append_sources(std::string_view sources, std::string& out) const {
  if (jsonl_) out.push_back('[');
  for (bool first = true; !sources.empty(); first = false) {
    const std::string_view name = take_source(sources).name;
    if (!first) out.push_back(jsonl_ ? ',' : parquet_ ? '\0' : ' ');
    if (jsonl_) {
      append_json_string(name, out);
      continue;
    }
    for (const char c : name) {
      if (c == '\t' || c == '\r' || c == '\n' || c == (parquet_ ? '\0' : ' ')) {
        out.append(c == ' ' ? "%20" : c == '\t' ? "%09" : c == '\r' ? "%0D" : c == '\n' ? "%0A" : "%00");
      } else {
        out.push_back(c);
      }
    }
  }
  if (jsonl_) out.push_back(']');
}

void row_format::append(const row_content& row, std::string& out) const {
  if (only_url_) {
    out.append(row.url).push_back('\n');
    return;
  }
  std::string_view columns = row.columns;
  std::optional<url_columns> split;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    out.append(prefixes_[i]);
    switch (fields_[i]) {
      case field::url:
        if (jsonl_) {
          append_json_string(row.url, out);
        } else {
          out.append(row.url);
        }
        break;
      case field::key:
        append_key(row.url, out);
        break;
      case field::count:
        append_number(row.count, out);
        break;
      case field::shard:
        append_number(row.shard, out);
        break;
      case field::sources:
        append_sources(row.sources, out);
        break;
      default: {
        if (is_of_url(fields_[i])) {
          if (!split) split.emplace(row.url);
          append_of_url(*split, fields_[i], out);
          break;
        }
        const std::size_t tab = columns.find('\t');
        out.append(columns.substr(0, tab));
        columns.remove_prefix(tab + 1);
      }
    }
  }
  if (marks_new_) out.append(jsonl_ ? ",\"new\":" : "\t").push_back(row.is_new ? '1' : '0');
  if (jsonl_) out.push_back('}');
  out.push_back('\n');
}

}  // namespace urlsieve
