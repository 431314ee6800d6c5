// This program wrote the rows, so their fields have a fixed order and fixed text between them. The key is
// found by skipping values, without a parser; any other row is malformed.
#include "src/shards/row_layout.hpp"

#include <algorithm>
#include <charconv>

#include "src/rows/json_lines_writer.hpp"
#include "src/text/digits.hpp"
#include "src/text/json/json_escape.hpp"
#include "src/text/json/json_scanner.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace {

// Returns the offset behind a string, a number, a list of strings, or null.
std::size_t value_end(std::string_view text, std::size_t at) {
  if (at >= text.size()) return std::string_view::npos;
  if (text[at] == '"') return json_string_end(text, at);
  if (text[at] == 'n') return text.substr(at, 4) == "null" ? at + 4 : std::string_view::npos;
  if (text[at] != '[') return text.find_first_not_of("0123456789", at);
  for (++at; at < text.size() && text[at] != ']'; at += text[at] == ',' ? 1 : 0) {
    if (text[at] != '"') return std::string_view::npos;
    at = json_string_end(text, at);
    if (at == std::string_view::npos || at == text.size()) return std::string_view::npos;
    if (text[at] != ',' && text[at] != ']') return std::string_view::npos;
  }
  return at < text.size() ? at + 1 : std::string_view::npos;
}

char separator(row_form form) {
  if (form == row_form::jsonl) return ',';
  return form == row_form::parquet ? between_parquet_elements : ' ';
}

}  // namespace

std::vector<row_column> row_columns(const manifest& run) {
  return row_columns(run.fields, run.edges != edge_choice::none);
}

std::vector<std::string_view> source_elements(std::string_view list, row_form form) {
  std::vector<std::string_view> found;
  if (form == row_form::jsonl) {
    for (std::size_t at = 1; at < list.size() && list[at] == '"';) {
      const std::size_t end = std::min(json_string_end(list, at), list.size());
      found.push_back(list.substr(at, end - at));
      at = end + 1;
    }
    return found;
  }
  const char between = separator(form);
  while (!list.empty()) {
    const std::size_t space = std::min(list.find(between), list.size());
    found.push_back(list.substr(0, space));
    list.remove_prefix(std::min(space + 1, list.size()));
  }
  return found;
}

row_layout::row_layout(const manifest& run)
    : fields_(run.fields),
      form_(run.form),
      jsonl_(run.form == row_form::jsonl),
      edges_(run.edges != edge_choice::none),
      whole_row_(run.rows() == "txt" || (run.form != row_form::jsonl && run.fields.size() == 1)) {
  for (const std::string& name : fields_) {
    if (jsonl_) {
      prefixes_.push_back(json_prefix(name, prefixes_.empty()));
    } else {
      prefixes_.emplace_back(prefixes_.empty() ? "" : "\t");
    }
  }
  url_ = place(name_of(field::url)).value_or(0);
  url_first_ = !jsonl_ && !edges_ && url_ == 0;
}

std::optional<std::size_t> row_layout::place(std::string_view field) const {
  const auto found = std::find(fields_.begin(), fields_.end(), field);
  if (found == fields_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - fields_.begin());
}

std::optional<std::string_view> row_layout::key_anywhere(std::string_view row, std::string& storage) const {
  if (!jsonl_) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < url_; ++i) {
      begin = row.find('\t', begin) + 1;
      if (begin == 0) return std::nullopt;
    }
    std::size_t end = row.find('\t', begin);
    if (edges_ && end != std::string_view::npos) end = row.find('\t', end + 1);
    return row.substr(begin, end - begin);
  }
  std::size_t at = 0;
  for (std::size_t i = 0;; ++i) {
    if (row.substr(at, prefixes_[i].size()) != prefixes_[i]) return std::nullopt;
    at += prefixes_[i].size();
    const std::size_t end = value_end(row, at);
    if (end == std::string_view::npos) return std::nullopt;
    if (i < url_) {
      at = end;
      continue;
    }
    if (end - at < 2 || row[at] != '"') return std::nullopt;
    const std::string_view quoted = row.substr(at + 1, end - at - 2);
    if (quoted.find('\\') == std::string_view::npos) return quoted;
    storage.resize(quoted.size());
    storage.resize(decode_json_escapes(quoted, storage.data()));
    return storage;
  }
}

std::optional<std::string_view> row_layout::key(std::span<const row_value> row, std::string& storage) const {
  if (row.size() < url_ + (edges_ ? 2 : 1)) return std::nullopt;
  if (!edges_) return row[url_].text();
  storage.assign(row[url_].text()).append(1, '\t').append(row[url_ + 1].text());
  return storage;
}

bool row_layout::split(std::string_view row, row_values& values) const {
  values.clear();
  const auto take = [&](std::string_view value) { values.push_back(value); };
  return jsonl_ ? split_object(row, take) : split_columns(row, take);
}

bool row_layout::split(std::string_view row, std::vector<row_value>& values) const {
  values.clear();
  const auto take = [&](std::string_view value) { values.push_back(row_value::of_text(value)); };
  return jsonl_ ? split_object(row, take) : split_columns(row, take);
}

template <class Take>
bool row_layout::split_columns(std::string_view row, const Take& take) const {
  for (std::size_t i = 0, begin = 0; i < fields_.size(); ++i) {
    std::size_t end = row.find('\t', begin);
    if (edges_ && i == url_) {
      if (end == std::string_view::npos) return false;
      end = row.find('\t', end + 1);
    }
    if ((end == std::string_view::npos) != (i + 1 == fields_.size())) return false;
    take(row.substr(begin, end - begin));
    begin = end + 1;
  }
  return true;
}

template <class Take>
bool row_layout::split_object(std::string_view row, const Take& take) const {
  std::size_t at = 0;
  for (const std::string& prefix : prefixes_) {
    if (row.substr(at, prefix.size()) != prefix) return false;
    at += prefix.size();
    const std::size_t end = value_end(row, at);
    if (end == std::string_view::npos || end == at) return false;
    take(row.substr(at, end - at));
    at = end;
  }
  return row.substr(at) == "}";
}

void row_layout::join(std::span<const row_value> values, std::string& out) const {
  for (std::size_t i = 0; i < values.size(); ++i) {
    out.append(prefixes_[i]);
    const row_value& value = values[i];
    if (value.kind() == row_value::form::number) {
      append_digits(value.number(), out);
    } else if (value.kind() == row_value::form::list) {
      if (jsonl_) out += '[';
      for (std::size_t k = 0; k < value.elements().size(); ++k) {
        if (k != 0) out += separator(form_);
        out.append(value.elements()[k]);
      }
      if (jsonl_) out += ']';
    } else {
      out.append(value.text());
    }
  }
  if (jsonl_) out += '}';
  out += '\n';
}

std::optional<std::uint64_t> row_number(std::string_view digits) {
  std::uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stopped, failed] = std::from_chars(digits.data(), end, number);
  if (failed != std::errc() || stopped != end) return std::nullopt;
  return number;
}

}  // namespace urlsieve
