// One record of a table: fields between delimiters, with or without double quotes (RFC 4180 section 2).
#ifndef URLSIEVE_DOCUMENTS_TABLE_RECORD_HPP
#define URLSIEVE_DOCUMENTS_TABLE_RECORD_HPP

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "src/text/byte_class.hpp"
#include "src/text/npos.hpp"
#include "src/text/utf8.hpp"

namespace urlsieve {

// A quote that is open for longer is part of a value.
inline constexpr std::size_t longest_table_record = std::size_t{64} << 10;

struct table_record {
  std::size_t size = 0;    // with its line end
  std::size_t fields = 1;  // of a record that is not blank
  bool complete = false;   // a line end was found
};

// Reads the record at the front of `text`, behind a UTF-8 mark. Calls `mark(at)` for each byte that
// separates, in ascending order: delimiters, quotes around fields, the line end.
template <class Mark>
table_record read_table_record(std::string_view text, char delimiter, const Mark& mark) {
  table_record read;
  const std::size_t reach = std::min(text.size(), longest_table_record);
  std::size_t at = text.size() - without_utf8_mark(text).size();
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
        quoting = false;  // the quote belongs to the value
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

[[nodiscard]] inline bool is_blank_record(std::string_view record) {
  return std::all_of(record.begin(), record.end(), [](char c) { return bytes::html_space.contains(c); });
}

}  // namespace urlsieve

#endif
