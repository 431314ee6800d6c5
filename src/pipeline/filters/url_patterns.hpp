// Regular expressions for URLs and for columns of URLs, as in filter_options::include: "[.]pdf$",
// "host=^www[.]".
#ifndef URLSIEVE_PIPELINE_URL_PATTERNS_HPP
#define URLSIEVE_PIPELINE_URL_PATTERNS_HPP

#include <string>
#include <string_view>
#include <vector>

#include "src/text/pattern.hpp"
#include "src/url/url_columns.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/field.hpp"

namespace urlsieve {

class url_patterns {
 public:
  // Compiles the expressions. Fails with error_code::usage, and names `option`, the number of the expression
  // and the fault.
  [[nodiscard]] static result<url_patterns> of(const std::vector<std::string>& expressions,
                                               std::string_view option);

  [[nodiscard]] bool empty() const { return columns_.empty(); }

  // Returns true if any expression matches in its column of `url`. `columns` are the columns of `url`;
  // `buffer` is scratch memory. Thread-safe.
  [[nodiscard]] bool match(url_columns& columns, std::string_view url, std::string& buffer) const;

 private:
  // Expressions of one column.
  struct column_patterns {
    field column;              // field::url: the whole URL
    std::vector<pattern> any;  // a single pattern, if the expressions could be joined
  };

  std::vector<column_patterns> columns_;
};

}  // namespace urlsieve

#endif
