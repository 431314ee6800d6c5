// A URL as a line of the columns that were asked for.
#ifndef URLSIEVE_CLI_URL_ROW_HPP
#define URLSIEVE_CLI_URL_ROW_HPP

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/line_writer.hpp"
#include "urlsieve/fields.hpp"

namespace urlsieve::cli {

// Fields that follow from a URL alone.
[[nodiscard]] constexpr bool is_of_single_url(field name) {
  return name == field::url || name == field::key || is_of_url(name);
}

class url_row {
 public:
  explicit url_row(std::vector<field> fields) : fields_(std::move(fields)) {}

  // TAB between the columns; an empty line where `url` is empty.
  void write(std::string_view url, line_writer& out);

 private:
  std::vector<field> fields_;
  std::string room_;
};

}  // namespace urlsieve::cli

#endif
