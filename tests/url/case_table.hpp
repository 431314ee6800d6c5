// Reads tables of test cases: tab-separated fields; "#" begins a comment line; "\xNN", "\t" and "\\" are
// escapes.
#ifndef URLSIEVE_TESTS_URL_CASE_TABLE_HPP
#define URLSIEVE_TESTS_URL_CASE_TABLE_HPP

#include <sstream>
#include <string>
#include <vector>

#include "tests/shared_data.hpp"
#include "urlsieve/field.hpp"

namespace urlsieve::testing {

inline std::string unescape(const std::string& field) {
  std::string text;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] != '\\') {
      text += field[i];
    } else if (field[++i] == 'x') {
      text += static_cast<char>(std::stoi(field.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      text += field[i] == 't' ? '\t' : field[i];
    }
  }
  return text;
}

using row = std::vector<std::string>;

inline std::vector<row> read_table(const std::string& name) {
  std::istringstream lines(read_file(std::string(URLSIEVE_SOURCE_DIR) + "/corpora/cases/" + name));
  std::vector<row> rows;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    row fields;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, '\t');) fields.push_back(unescape(cell));
    rows.push_back(fields);
  }
  return rows;
}

}  // namespace urlsieve::testing

#endif
