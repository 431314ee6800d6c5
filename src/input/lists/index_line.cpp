#include "src/input/lists/index_line.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Returns the JSON object of a line, which may be behind the key and the timestamp of CDXJ; empty: none.
std::string_view index_object_in(std::string_view line) {
  constexpr std::size_t shortest_timestamp = 4;  // a year
  if (line.empty() || line.back() != '}') return {};
  if (line.front() == '{') return line;
  const std::size_t time = line.find(' ') + 1;
  const std::size_t object = line.find(' ', time) + 1;
  if (time <= 1 || object == 0 || line[object] != '{' || object - 1 - time < shortest_timestamp) return {};
  const std::string_view timestamp = line.substr(time, object - 1 - time);
  return ascii::all_digits(timestamp) ? line.substr(object) : std::string_view();
}

bool has_member(std::string_view object, std::string_view name) {
  const std::string quoted = '"' + std::string(name) + '"';
  for (std::size_t at = object.find(quoted); at != std::string_view::npos; at = object.find(quoted, at + 1)) {
    const std::size_t behind = object.find_first_not_of(" \t", at + quoted.size());
    if (behind != std::string_view::npos && object[behind] == ':') return true;
  }
  return false;
}

bool has_column(std::string_view line, char separator, std::string_view name) {
  while (true) {
    const std::size_t end = line.find(separator);
    std::string_view column = line.substr(0, end);
    if (column.size() >= 2 && column.front() == '"' && column.back() == '"')
      column = column.substr(1, column.size() - 2);
    if (column == name) return true;
    if (end == std::string_view::npos) return false;
    line.remove_prefix(end + 1);
  }
}

}  // namespace

bool begins_index(std::string_view line) {
  const std::string_view object = index_object_in(line);
  const char separator = line.find('\t') == std::string_view::npos ? ',' : '\t';
  return std::any_of(place_column_sets.begin(), place_column_sets.end(), [&](const place_columns& set) {
    return std::all_of(set.begin(), set.end(), [&](std::string_view name) {
      return object.empty() ? has_column(line, separator, name) : has_member(object, name);
    });
  });
}

bool begins_classic_cdx(std::string_view line) {
  constexpr std::string_view word = "CDX";
  if (line.size() <= word.size() + 1 || line.substr(1, word.size()) != word) return false;
  const char separator = line.front();
  std::string_view fields = line.substr(word.size() + 1);
  if (separator != ' ' && separator != '\t' && separator != ',') return false;
  for (; fields.size() >= 2; fields.remove_prefix(2))
    if (fields[0] != separator || !is_letter(fields[1])) return false;
  return fields.empty();
}

}  // namespace urlsieve
