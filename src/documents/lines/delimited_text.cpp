#include "src/documents/lines/delimited_text.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "src/text/byte_class.hpp"
#include "src/text/npos.hpp"
#include "src/text/utf8.hpp"

namespace urlsieve {
namespace {

constexpr char separator = '\x1E';
constexpr std::size_t field_window = std::size_t{256} << 10;
constexpr std::size_t longest_record = std::size_t{64} << 10;  // a quote that is open for longer was none

struct field_record {
  std::size_t size = 0;    // with its line end
  std::size_t fields = 1;  // of a record that is not blank
  bool complete = false;   // a line end was found
};

// Reads one record. Calls `mark(at)` for each byte that separates: delimiters, quotes around fields, the line
// end.
template <class Mark>
field_record read_record(std::string_view text, char delimiter, const Mark& mark) {
  field_record read;
  const std::size_t reach = std::min(text.size(), longest_record);
  std::size_t at = 0;
  bool quoting = true;
  while (true) {
    if (quoting && at < text.size() && text[at] == '"') {
      std::size_t close = at + 1;
      while ((close = text.substr(0, reach).find('"', close)) != npos && close + 1 < text.size() &&
             text[close + 1] == '"')
        close += 2;
      const bool ends_field = close != npos && (close + 1 == text.size() || text[close + 1] == delimiter ||
                                                text[close + 1] == '\n' || text[close + 1] == '\r');
      if (ends_field) {
        mark(at);
        mark(close);
        at = close + 1;
      } else {
        quoting = false;  // a quote that belongs to the value
      }
    }
    while (at < text.size() && text[at] != delimiter && text[at] != '\n') ++at;
    if (at == text.size()) break;
    mark(at);
    if (text[at++] == '\n') {
      read.complete = true;
      break;
    }
    ++read.fields;
    quoting = true;
  }
  read.size = at;
  return read;
}

bool is_blank_record(std::string_view record) {
  return std::all_of(record.begin(), record.end(), [](char c) { return bytes::html_space.contains(c); });
}

constexpr auto no_mark = [](std::size_t) {};

// The end of the last record in `text` whose end is certain; 0: none.
std::size_t last_record_end(std::string_view text, char delimiter, bool last) {
  std::size_t end = 0;
  while (end < text.size()) {
    const field_record record = read_record(text.substr(end), delimiter, no_mark);
    // A quoted field may go on behind what is there.
    const bool is_certain = record.complete && text.size() - end > longest_record;
    if (!last && !is_certain && !(record.complete && text.substr(end, record.size).find('"') == npos)) break;
    end += record.size;
  }
  return end;
}

bool has_name_of_table(std::string_view name) {
  const auto ends = [&](std::string_view suffix) {
    return name.size() > suffix.size() &&
           std::equal(suffix.begin(), suffix.end(), name.end() - static_cast<std::ptrdiff_t>(suffix.size()),
                      [](char a, char b) { return a == (bytes::upper.contains(b) ? b + ('a' - 'A') : b); });
  };
  return ends(".csv") || ends(".tsv") || ends(".tab") || ends(".psv");
}

// Every line is an absolute URL, which may hold commas and semicolons.
bool are_urls_alone(std::string_view head) {
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

}  // namespace

field_form find_field_form(std::string_view head, bool whole, std::size_t fewest) {
  head = without_utf8_mark(head);
  for (const char delimiter : {'\t', ',', ';', '|'}) {
    std::size_t fields = 0;
    std::size_t records = 0;
    bool same = true;
    for (std::size_t at = 0; same && at < head.size();) {
      const field_record record = read_record(head.substr(at), delimiter, no_mark);
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

bool begins_delimited(const input_head& head) {
  if (has_name_of_table(head.name)) return find_field_form(head.lines, head.whole, 1).delimiter != '\0';
  constexpr std::size_t fewest = 4;
  return find_field_form(head.lines, head.whole, fewest).delimiter != '\0' && !are_urls_alone(head.lines);
}

void separate_fields(std::string_view text, const field_form& form, char* out) {
  std::memcpy(out, text.data(), text.size());
  std::vector<std::size_t> marks;
  for (std::size_t at = 0; at < text.size();) {
    marks.clear();
    const field_record record =
        read_record(text.substr(at), form.delimiter, [&](std::size_t mark) { marks.push_back(mark); });
    if (record.fields == form.count)
      for (const std::size_t mark : marks) out[at + mark] = separator;
    at += record.size;
  }
}

void delimited_splitter::emit(std::string_view records, std::uint64_t offset, std::vector<slice>& out) {
  slice made;
  made.bytes = records;
  made.offset = offset;
  made.continues = begun_;
  made.fields = form_;
  begun_ = true;
  out.push_back(made);
}

splitter::progress delimited_splitter::split(std::string_view bytes, std::uint64_t offset, bool last,
                                             std::string_view /*input*/, std::vector<slice>& out,
                                             stats& /*counted*/) {
  if (!known_) {
    if (bytes.size() < input_head_size && !last) return {0, input_head_size};
    const bool whole = last && bytes.size() <= input_head_size;
    form_ = find_field_form(bytes.substr(0, input_head_size), whole, 1);
    known_ = true;
  }
  const std::size_t window = std::min(field_window, max_document_);
  std::size_t consumed = 0;
  while (true) {
    const std::string_view left = bytes.substr(consumed);
    if (left.empty() || (left.size() <= window + longest_record && !last)) break;
    const bool ends = last && left.size() <= window;
    const std::string_view candidate = left.substr(0, window + longest_record);
    std::size_t cut = ends ? left.size() : 0;
    while (!ends && cut < window) {
      const field_record record = read_record(candidate.substr(cut), form_.delimiter, no_mark);
      cut += record.size;
      if (!record.complete) break;
    }
    emit(left.substr(0, cut), offset + consumed, out);
    consumed += cut;
  }
  return {consumed, last ? 0 : window + longest_record + 1};
}

std::size_t delimited_splitter::split_at_pause(std::string_view bytes, std::uint64_t offset,
                                               std::vector<slice>& out) {
  if (!known_) return 0;
  const std::size_t end = last_record_end(bytes, form_.delimiter, false);
  if (end != 0) emit(bytes.substr(0, end), offset, out);
  return end;
}

}  // namespace urlsieve
