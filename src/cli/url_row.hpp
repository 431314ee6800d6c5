// Writes a URL as a row of the requested columns.
#ifndef URLSIEVE_CLI_URL_ROW_HPP
#define URLSIEVE_CLI_URL_ROW_HPP

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/line_writer.hpp"
#include "urlsieve/fields.hpp"

namespace urlsieve::cli {

// Returns true for fields that follow from a URL alone.
[[nodiscard]] constexpr bool is_of_single_url(field name) {
  return is_of_url(name) || column_of(name).source == column_source::url;
}

class url_row {
 public:
  // Requires: `fields` is not empty, and is_of_single_url() is true for each field.
  explicit url_row(std::vector<field> fields) : fields_(std::move(fields)) {}

  // Writes the columns of `url`, separated by TAB; an empty line for an empty `url`.
  void write(std::string_view url, line_writer& out);

 private:
  std::vector<field> fields_;
  std::string buffer_;
};

}  // namespace urlsieve::cli

#endif
