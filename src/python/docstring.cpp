#include "src/python/docstring.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace urlsieve::python {

const char* docstring(std::string_view name) {
  const std::span<const docstring_row> rows = docstring_rows();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [name](const docstring_row& row) { return row.name == name; });
  if (found == rows.end()) throw std::logic_error("no stub has a docstring for " + std::string(name));
  return found->text;
}

}  // namespace urlsieve::python
