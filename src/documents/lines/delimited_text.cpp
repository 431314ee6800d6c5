#include "src/documents/lines/delimited_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>

#include "src/documents/header_fields.hpp"
#include "src/documents/input_head.hpp"
#include "src/documents/lines/table_record.hpp"
#include "src/documents/lines/text_delimiters.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t field_window = std::size_t{256} << 10;

constexpr std::array table_delimiters{'\t', ',', ';', '|'};

constexpr auto no_mark = [](std::size_t) {};

// Returns the end of the last record whose end is certain; 0 if there is none.
std::size_t last_record_end(std::string_view text, char delimiter, bool last) {
  std::size_t end = 0;
  while (end < text.size()) {
    const table_record record = read_table_record(text.substr(end), delimiter, no_mark);
    // A quoted field may continue behind the available bytes.
    const bool is_certain = record.complete && text.size() - end > longest_table_record;
    if (!last && !is_certain && !(record.complete && text.substr(end, record.size).find('"') == npos)) break;
    end += record.size;
  }
  return end;
}

// Returns true if every complete line is an absolute URL, which may contain commas and semicolons. `whole`:
// the input ends with the head, so the last line is complete.
bool are_urls_alone(std::string_view head, bool whole) {
  if (!whole) head = head.substr(0, head.rfind('\n') + 1);
  while (!head.empty()) {
    const std::string_view line = head.substr(0, head.find('\n'));
    head.remove_prefix(std::min(line.size() + 1, head.size()));
    if (is_blank_record(line)) continue;
    const std::size_t colon = line.find("://");
    if (colon == 0 || colon == npos || line.find_first_of(" \t\"") != npos) return false;
    if (!std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(colon),
                     [](char c) { return bytes::scheme_char.contains(c); }))
      return false;
  }
  return true;
}

// A first line that names the delimiter, for Excel: sep=; with or without quotes.
struct delimiter_line {
  char delimiter = '\0';
  std::size_t size = 0;  // with byte order mark and line end; 0: no such line
};

delimiter_line read_delimiter_line(std::string_view head) {
  const std::size_t feed = head.find('\n');
  if (feed == npos) return {};
  std::string_view line = without_line_end(without_utf8_mark(head.substr(0, feed + 1)));
  if (line.size() > 2 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);
  constexpr std::string_view name = "sep=";
  if (line.size() != name.size() + 1 || !ascii::begins(line, name)) return {};
  const char delimiter = line.back();
  if (bytes::alphanum.contains(delimiter) || delimiter == '"') return {};
  return {delimiter, feed + 1};
}

// Returns the form that the first record has with the delimiter; no delimiter if the record has one field.
field_form form_of_first_record(std::string_view head, char delimiter) {
  while (!head.empty()) {
    const table_record record = read_table_record(head, delimiter, no_mark);
    if (!is_blank_record(head.substr(0, record.size))) {
      if (record.fields < 2 || record.fields > 0xFFFF) return {};
      return {delimiter, static_cast<std::uint16_t>(record.fields)};
    }
    head.remove_prefix(record.size);
  }
  return {};
}

// Returns the form of more than half of the records, if more than `most` records have it; then sets `most` to
// their number. Otherwise returns no delimiter.
field_form most_frequent_form(std::string_view head, bool whole, char delimiter, std::size_t& most) {
  std::map<std::size_t, std::size_t> records_by_fields;
  std::size_t records = 0;
  while (!head.empty()) {
    const table_record record = read_table_record(head, delimiter, no_mark);
    if (!record.complete && !whole) break;
    if (!is_blank_record(head.substr(0, record.size))) {
      ++records;
      ++records_by_fields[record.fields];
    }
    head.remove_prefix(record.size);
  }
  for (const auto& [fields, count] : records_by_fields) {
    if (fields < 2 || fields > 0xFFFF || 2 * count <= records || count <= most) continue;
    most = count;
    return {delimiter, static_cast<std::uint16_t>(fields)};
  }
  return {};
}

}  // namespace

bool has_name_of_table(const stripped_name& name) {
  constexpr std::array<std::string_view, 4> endings{".csv", ".tsv", ".tab", ".psv"};
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return name.ends_in(ending); });
}

field_form find_field_form(std::string_view head, bool whole, std::size_t fewest) {
  if (const delimiter_line named = read_delimiter_line(head); named.size != 0) {
    const field_form form = form_of_first_record(head.substr(named.size), named.delimiter);
    if (form.delimiter != '\0') return form;
  }
  head = without_utf8_mark(head);
  for (const char delimiter : table_delimiters) {
    std::size_t fields = 0;
    std::size_t records = 0;
    bool same = true;
    for (std::size_t at = 0; same && at < head.size();) {
      const table_record record = read_table_record(head.substr(at), delimiter, no_mark);
      if (!record.complete && !whole) break;
      if (!is_blank_record(head.substr(at, record.size))) {
        if (fields == 0) fields = record.fields;
        same = record.fields == fields && fields > 1;
        ++records;
      }
      at += record.size;
    }
    if (same && fields > 1 && records >= fewest && fields <= 0xFFFF)
      return {delimiter, static_cast<std::uint16_t>(fields)};
  }
  return {};
}

field_form find_declared_form(std::string_view head, bool whole) {
  field_form best = find_field_form(head, whole, 1);
  if (best.delimiter != '\0') return best;
  head = without_utf8_mark(head);
  std::size_t most = 1;
  for (const char delimiter : table_delimiters) {
    const field_form form = most_frequent_form(head, whole, delimiter, most);
    if (form.delimiter != '\0') best = form;
  }
  return best;
}

bool begins_delimited(const input_head& head) {
  if (has_name_of_table(head.stripped)) return find_declared_form(head.lines, head.whole).delimiter != '\0';
  constexpr std::size_t fewest = 4;
  const char delimiter = find_field_form(head.lines, head.whole, fewest).delimiter;
  if (delimiter == '\0') return false;
  const bool is_named = read_delimiter_line(head.lines).size != 0;
  const bool has_columns = head.options != nullptr && !head.options->columns.empty();
  return !are_urls_alone(head.lines, head.whole) &&
         (is_named || has_columns || !are_delimiters_of_text(head.lines, delimiter));
}

void separate_fields(std::string_view text, const field_form& form, char* out) {
  std::memcpy(out, text.data(), text.size());
  std::vector<std::size_t> marks;
  for (std::size_t at = 0; at < text.size();) {
    marks.clear();
    const table_record record =
        read_table_record(text.substr(at), form.delimiter, [&](std::size_t mark) { marks.push_back(mark); });
    if (record.fields == form.count)
      for (const std::size_t mark : marks) out[at + mark] = field_form::separator;
    at += record.size;
  }
}

void separate_columns(std::string_view text, const field_form& form, const std::vector<bool>& is_read,
                      char* out, const other_record& take_other) {
  std::memset(out, field_form::separator, text.size());
  std::vector<std::size_t> marks;
  for (std::size_t at = 0; at < text.size();) {
    marks.clear();
    const std::string_view rest = text.substr(at);
    const table_record record =
        read_table_record(rest, form.delimiter, [&](std::size_t mark) { marks.push_back(mark); });
    if (record.fields == form.count) {
      if (!record.complete) marks.push_back(record.size);
      std::size_t begin = 0;
      std::size_t column = 0;
      for (const std::size_t mark : marks) {
        if (is_read[column]) std::memcpy(out + at + begin, rest.data() + begin, mark - begin);
        begin = mark + 1;
        if (mark == record.size || rest[mark] != '"') ++column;
      }
    } else if (!is_blank_record(rest.substr(0, record.size))) {
      take_other(at, record.fields);
    }
    at += record.size;
  }
}

delimited_splitter::delimited_splitter(const input_options& options)
    : max_document_(options.max_document), asked_columns_(options.columns) {}

void delimited_splitter::emit(std::string_view records, std::uint64_t offset, std::vector<slice>& out) {
  slice records_slice;
  records_slice.bytes = records;
  records_slice.offset = offset;
  records_slice.continues = has_emitted_;
  records_slice.fields = form_;
  records_slice.columns = columns_;
  has_emitted_ = true;
  out.push_back(records_slice);
}

splitter::progress delimited_splitter::split(std::string_view bytes, std::uint64_t offset, bool last,
                                             std::string_view /*input*/, std::vector<slice>& out,
                                             stats& counted) {
  std::size_t consumed = 0;
  if (!known_) {
    if (bytes.size() < input_head_size && !last) return {0, input_head_size};
    const bool whole = last && bytes.size() <= input_head_size;
    const std::string_view front = bytes.substr(0, input_head_size);
    form_ = find_declared_form(front, whole);
    consumed = read_delimiter_line(front).size;
    columns_ = std::make_shared<const table_columns>(
        read_table_columns(front.substr(consumed), form_, asked_columns_, counted));
    known_ = true;
  }
  const std::size_t window = std::min(field_window, max_document_);
  while (true) {
    const std::string_view left = bytes.substr(consumed);
    if (left.empty() || (left.size() <= window + longest_table_record && !last)) break;
    const bool ends = last && left.size() <= window;
    const std::string_view candidate = left.substr(0, window + longest_table_record);
    std::size_t cut = ends ? left.size() : 0;
    while (!ends && cut < window) {
      const table_record record = read_table_record(candidate.substr(cut), form_.delimiter, no_mark);
      cut += record.size;
      if (!record.complete) break;
    }
    emit(left.substr(0, cut), offset + consumed, out);
    consumed += cut;
  }
  return {consumed, last ? 0 : window + longest_table_record + 1};
}

std::size_t delimited_splitter::split_at_pause(std::string_view bytes, std::uint64_t offset,
                                               std::vector<slice>& out) {
  if (!known_) return 0;
  const std::size_t end = last_record_end(bytes, form_.delimiter, false);
  if (end != 0) emit(bytes.substr(0, end), offset, out);
  return end;
}

}  // namespace urlsieve
