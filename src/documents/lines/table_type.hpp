// Media types that declare a table of delimited values.
#ifndef URLSIEVE_DOCUMENTS_TABLE_TYPE_HPP
#define URLSIEVE_DOCUMENTS_TABLE_TYPE_HPP

#include <string_view>

#include "src/documents/splitter.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve {

// Returns true for the subtype of a table in "text/..." or "application/...".
[[nodiscard]] inline bool is_table_subtype(std::string_view subtype) {
  if (ascii::begins(subtype, "x-")) subtype.remove_prefix(2);
  return ascii::is_one_of(subtype, {"csv", "tsv", "tab-separated-values", "comma-separated-values",
                                    "semicolon-separated-values"});
}

// Returns true for the type of a table, without parameters: "text/csv", "application/x-csv".
[[nodiscard]] inline bool is_table_type(std::string_view type) {
  for (const std::string_view top : {"text/", "application/"})
    if (ascii::begins(type, top)) return is_table_subtype(type.substr(top.size()));
  return false;
}

// Sets document::fields of a body if its type declares a table. The name in `url` decides if the type is
// vague.
void find_table(std::string_view content_type, std::string_view url, document& text);

}  // namespace urlsieve

#endif
