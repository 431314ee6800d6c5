// Reads one record of a table: fields between delimiters, optionally in double quotes (RFC 4180 section 2).
#ifndef URLSIEVE_DOCUMENTS_TABLE_RECORD_HPP
#define URLSIEVE_DOCUMENTS_TABLE_RECORD_HPP

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "src/text/encodings/utf8.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

// A quoted field must close within this number of bytes from the start of its record; otherwise its opening
// quote is part of the value. Unquoted fields have no limit.
inline constexpr std::size_t longest_table_record = std::size_t{64} << 10;

struct table_record {
  std::size_t size = 0;    // with its line end
  std::size_t fields = 1;  // number of fields, for a record that is not blank
  bool complete = false;   // the record has a line end
};

// Reads the record at the front of `text`, behind a UTF-8 mark if there is one. Calls `mark(at)` in ascending
// order for each separating byte: delimiters, quotes around fields, and the LF of the line end.
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
        quoting = false;  // the quote is part of the value
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

// Returns true if `record` has only white space.
[[nodiscard]] inline bool is_blank_record(std::string_view record) {
  return std::all_of(record.begin(), record.end(), [](char c) { return bytes::html_space.contains(c); });
}

}  // namespace urlsieve

#endif
