#include "urlsieve/url_batch.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "src/url/normalize/surt.hpp"
#include "src/url/url_columns.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace {

// Returns false for columns that are known only inside or at the end of a run.
bool is_of_single_reference(const column_row& column) {
  return column.source != column_source::run && (column.needs & column_need::resolution) == 0;
}

void append_key(std::string_view url, std::string& out) {
  const std::size_t begin = out.size();
  out.resize(begin + surt_capacity(url.size()));
  out.resize(begin + write_surt(url, out.data() + begin));
}

}  // namespace

result<url_batch> url_batch::with(std::span<const field> columns) {
  url_batch empty_batch;
  for (const field name : columns) {
    if (!is_of_single_reference(column_of(name)))
      return tl::unexpected(
          error{error_code::usage, "a single reference has no field \"" + std::string(name_of(name)) + "\""});
    empty_batch.columns_.emplace_back().name = name;
  }
  if (empty_batch.columns_.empty())
    return tl::unexpected(error{error_code::usage, "no fields are requested"});
  return empty_batch;
}

void url_batch::add(const sieved_url& found) {
  std::optional<url_columns> split;
  std::string storage;
  for (batch_column& column : columns_) {
    const column_row& about = column_of(column.name);
    bool is_there = true;
    if (about.number != nullptr) {
      const std::optional<std::uint64_t> number = about.number(found);
      is_there = number.has_value();
      column.numbers.push_back(number.value_or(0));
    } else {
      if (about.text != nullptr) {
        const std::string_view value = about.text(found, storage);
        is_there = !value.empty();
        column.bytes.append(value);
      } else if (column.name == field::url) {
        column.bytes.append(found.url);
      } else if (column.name == field::key) {
        append_key(found.url, column.bytes);
      } else {
        if (!split) split.emplace(found.url);
        const std::string_view value = split->value(column.name, storage);
        is_there = value.data() != nullptr;
        column.bytes.append(value);
      }
      column.ends.push_back(column.bytes.size());
    }
    if (!column.is_nullable()) continue;
    if (size_ % 8 == 0) column.present.push_back(0);
    if (is_there)
      column.present.back() = static_cast<std::uint8_t>(column.present.back() | 1U << (size_ % 8));
  }
  ++size_;
}

void url_batch::clear() {
  for (batch_column& column : columns_) {
    column.bytes.clear();
    column.ends.resize(1);
    column.numbers.clear();
    column.present.clear();
  }
  size_ = 0;
}

const batch_column* url_batch::column(field name) const {
  const auto found = std::find_if(columns_.begin(), columns_.end(),
                                  [&](const batch_column& candidate) { return candidate.name == name; });
  return found == columns_.end() ? nullptr : &*found;
}

}  // namespace urlsieve
