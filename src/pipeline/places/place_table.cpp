#include "src/pipeline/places/place_table.hpp"

#include <algorithm>
#include <utility>

#include "src/documents/header_fields.hpp"
#include "src/documents/lines/table_record.hpp"
#include "src/shards/row_layout.hpp"
#include "src/text/encodings/utf8.hpp"

namespace urlsieve {
namespace {

constexpr std::string_view remedy_of_columns =
    ": make the rows by extract with output_options::header and output_options::fields "
    "url,input,record-offset,record-length, or name the columns with record_options::fields";

// Returns the JSON object of a row, which may be behind the key and the timestamp of CDXJ; empty: none.
std::string_view object_in(std::string_view row) {
  if (row.empty() || row.back() != '}') return {};
  if (row.front() == '{') return row;
  const std::size_t begin = row.find(" {");
  return begin == std::string_view::npos ? std::string_view() : row.substr(begin + 1);
}

// Returns the places of `wanted` in `names`, or nullopt if one is missing.
std::optional<std::array<std::size_t, 3>> find_columns(const place_columns& wanted,
                                                       std::span<const std::string> names) {
  std::array<std::size_t, 3> found{};
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto at = std::find(names.begin(), names.end(), wanted[i]);
    if (at == names.end()) return std::nullopt;
    found[i] = static_cast<std::size_t>(at - names.begin());
  }
  return found;
}

}  // namespace

// Returns the size of the row at the front of `bytes`, with its line end; 0: more bytes are needed.
std::size_t place_table::row_size(std::string_view bytes, bool last) const {
  if (form_ == form::commas) {
    const table_record record = read_table_record(bytes, ',', [](std::size_t) {});
    const bool is_certain = last || bytes.size() > longest_table_record ||
                            bytes.substr(0, record.size).find('"') == std::string_view::npos;
    return (record.complete && is_certain) || last ? record.size : 0;
  }
  const std::size_t feed = bytes.find('\n');
  if (feed != std::string_view::npos) return feed + 1;
  return last ? bytes.size() : 0;
}

// Returns true for a line that CDXJ has in front of its rows ("!meta {...}").
bool place_table::is_remark(std::string_view row) const {
  return row.front() == '!' && (form_ == form::json || (form_ == form::unknown && columns_.empty()));
}

result<std::size_t> place_table::add(std::string_view bytes, std::uint64_t at, bool last,
                                     const consumer_ref<place_row>& take) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const std::size_t size = row_size(bytes.substr(done), last);
    if (size > longest_row || (size == 0 && bytes.size() - done > longest_row))
      return tl::unexpected(
          error{error_code::cannot_read,
                name_ + ": the row at byte " + std::to_string(at + done) + " is longer than 1 MiB"});
    if (size == 0) break;
    std::string_view row = bytes.substr(done, size);
    while (!row.empty() && (row.back() == '\n' || row.back() == '\r')) row.remove_suffix(1);
    if (form_ == form::unknown) row = without_utf8_mark(row);
    if (row.empty() || is_remark(row)) {
      done += size;
      continue;
    }
    if (form_ == form::unknown) {
      if (result<void> begun = begin(row); !begun) return tl::unexpected(std::move(begun.error()));
      if (form_ == form::commas && row_size(bytes.substr(done), last) > size)
        return tl::unexpected(error{error_code::cannot_read, name_ + ": the first row spans several lines"});
      if (is_header_) {
        done += size;
        continue;
      }
    }
    place_row read = form_ == form::json ? read_object(row) : read_row(row);
    read.at = at + done;
    done += size;
    if (!take(read)) break;
  }
  return done;
}

result<void> place_table::begin(std::string_view row) {
  if (row.starts_with("PAR1"))
    return tl::unexpected(error{
        error_code::usage, name_ +
                               " is a Parquet file, and only local Parquet files are read: fetch the file, "
                               "or write the rows as CSV or JSON Lines"});
  if (begins_classic_cdx(row))
    return tl::unexpected(error{error_code::cannot_read, name_ + " " + std::string(refusal_of_classic_cdx)});
  if (const std::string_view object = object_in(row); !object.empty()) return begin_members(object);
  form_ = row.find('\t') != std::string_view::npos || row.find(',') == std::string_view::npos ? form::tabs
                                                                                              : form::commas;
  return begin_columns(row);
}

result<void> place_table::begin_members(std::string_view object) {
  form_ = form::json;
  for (const place_columns& set : place_column_sets) {
    members_.clear();
    for (const std::string_view name : set) members_.push_back({std::string(name)});
    if (!json_.read(object, members_)) break;
    if (std::none_of(members_.begin(), members_.end(),
                     [](const json_member& member) { return member.is == json_member::kind::missing; }))
      return {};
  }
  return refuse_columns("the first object has no members input, record-offset and record-length");
}

result<void> place_table::begin_columns(std::string_view row) {
  split(row);
  std::vector<std::string> first(values_.begin(), values_.end());
  is_header_ = columns_.empty() || columns_ == first;
  if (columns_.empty()) columns_ = std::move(first);
  column_count_ = columns_.size();
  if (values_.size() != column_count_)
    return tl::unexpected(error{error_code::usage, name_ + " has rows of " + std::to_string(values_.size()) +
                                                       " columns, but record_options::fields names " +
                                                       std::to_string(column_count_)});
  for (const place_columns& set : place_column_sets) {
    if (const auto found = find_columns(set, columns_)) {
      indexes_ = *found;
      return {};
    }
  }
  return refuse_columns(is_header_
                            ? "the first line does not name the columns input, record-offset and "
                              "record-length"
                            : "record_options::fields does not name input, record-offset and record-length");
}

tl::unexpected<error> place_table::refuse_columns(std::string_view why) const {
  return tl::unexpected(
      error{error_code::usage, name_ + ": " + std::string(why) + std::string(remedy_of_columns)});
}

// Sets values_ to the values of a row. Values of CSV lose their quotes.
void place_table::split(std::string_view row) {
  values_.clear();
  if (form_ == form::tabs) {
    for (std::size_t begin = 0;;) {
      const std::size_t tab = row.find('\t', begin);
      values_.push_back(row.substr(begin, tab - begin));
      if (tab == std::string_view::npos) return;
      begin = tab + 1;
    }
  }
  unquoted_.clear();
  unquoted_.reserve(row.size());  // so that the views below stay valid
  const auto add = [&](std::string_view value) {
    if (value.size() < 2 || value.front() != '"' || value.back() != '"') return values_.push_back(value);
    value = value.substr(1, value.size() - 2);
    const std::size_t begin = unquoted_.size();
    for (std::size_t i = 0; i < value.size(); ++i) {
      unquoted_ += value[i];
      if (value[i] == '"' && i + 1 < value.size() && value[i + 1] == '"') ++i;
    }
    values_.push_back(std::string_view(unquoted_).substr(begin));
  };
  std::size_t begin = 0;
  static_cast<void>(read_table_record(row, ',', [&](std::size_t mark) {
    if (row[mark] == '"') return;
    add(row.substr(begin, mark - begin));
    begin = mark + 1;
  }));
  add(row.substr(begin));
}

place_row place_table::place_from(std::string_view input, std::string_view offset, std::string_view length) {
  place_row row;
  if (offset.empty() || length.empty()) return row;
  const std::optional<std::uint64_t> at = row_number(offset);
  const std::optional<std::uint64_t> size = row_number(length);
  if (!at || !size)
    row.fault = "the offset or length of the record is not a number";
  else if (input.empty() || input.find('\0') != std::string_view::npos)
    row.fault = "the row has no name of a file";
  else
    row.place = record_place{input, *at, *size};
  return row;
}

place_row place_table::read_row(std::string_view row) {
  split(row);
  if (values_.size() != column_count_) {
    place_row malformed;
    malformed.fault = "the row has another number of columns";
    return malformed;
  }
  return place_from(values_[indexes_[0]], values_[indexes_[1]], values_[indexes_[2]]);
}

place_row place_table::read_object(std::string_view row) {
  const std::string_view object = object_in(row);
  place_row read;
  if (object.empty() || !json_.read(object, members_)) {
    read.fault = "the row is not a JSON object";
    return read;
  }
  const auto text = [&](std::size_t i) {
    return members_[i].is == json_member::kind::value ? std::string_view(members_[i].text)
                                                      : std::string_view();
  };
  return place_from(text(0), text(1), text(2));
}

}  // namespace urlsieve
