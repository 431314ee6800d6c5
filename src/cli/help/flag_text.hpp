// Converts names of options to flags, also in the texts of the tables of options and of columns.
#ifndef URLSIEVE_CLI_HELP_FLAG_TEXT_HPP
#define URLSIEVE_CLI_HELP_FLAG_TEXT_HPP

#include <algorithm>
#include <string>
#include <string_view>

#include "urlsieve/option_row.hpp"

namespace urlsieve::cli {

// Converts the name of a library option to its flag: "fold_www" to "--fold-www".
[[nodiscard]] inline std::string flag_of(std::string_view option) {
  std::string flag = "--";
  flag += option;
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

// Returns the flag of a row as messages name it: "-o", "--max-url".
[[nodiscard]] std::string flag_of(const option_row& row);

// Returns a text of a table with flags in place of "{word}". Requires: each word is an option.
[[nodiscard]] std::string with_flags(std::string_view text);

}  // namespace urlsieve::cli

#endif
