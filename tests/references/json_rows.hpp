// Reads test vectors in JSON Lines with simdjson.
#ifndef URLSIEVE_TESTS_REFERENCES_JSON_ROWS_HPP
#define URLSIEVE_TESTS_REFERENCES_JSON_ROWS_HPP

#include <gtest/gtest.h>
#include <simdjson.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "tests/shared_data.hpp"

namespace urlsieve::testing {

using json_element = simdjson::dom::element;

// Calls row(index, element) for each line; returns the number of lines.
template <class Row>
std::size_t for_each_row(const std::filesystem::path& file, Row&& row) {
  const std::string bytes = read_file(file);
  simdjson::dom::parser parser;
  std::size_t number = 0;
  for (std::size_t at = 0; at < bytes.size(); ++number) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    json_element element;
    const auto failed = parser.parse(bytes.data() + at, end - at).get(element);
    EXPECT_EQ(failed, simdjson::SUCCESS) << "line " << number;
    if (failed == simdjson::SUCCESS) row(number, element);
    at = end + 1;
  }
  return number;
}

inline std::string text_of(json_element row, std::string_view key) {
  std::string_view text;
  return row[key].get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

}  // namespace urlsieve::testing

#endif
