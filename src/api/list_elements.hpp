// Adds elements to the lists among the options, as the kind of element in the row of the option demands.
#ifndef URLSIEVE_API_LIST_ELEMENTS_HPP
#define URLSIEVE_API_LIST_ELEMENTS_HPP

#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/option_row.hpp"

namespace urlsieve {

struct extract_options;

// Adds `typed` to `list`, or for "@FILE" the names in the file, which is noted in extract_options::also_read.
// Removes white space around schemes, extensions and contexts, and drops empty ones. Fails with
// error_code::usage if `typed` is not such an element, and with cannot_open.
[[nodiscard]] result<void> add_list_element(list_element kind, std::string_view typed,
                                            std::vector<std::string>& list, extract_options& options);

}  // namespace urlsieve

#endif
