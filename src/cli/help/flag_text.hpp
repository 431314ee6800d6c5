// Converts names of options to flags, also in the texts of the tables of options and of columns, and in the
// messages of the library. The library writes "output_options::max_sources" and "url_options::ladder =
// protocol"; the command line has "--max-sources" and "--ladder protocol".
#ifndef URLSIEVE_CLI_HELP_FLAG_TEXT_HPP
#define URLSIEVE_CLI_HELP_FLAG_TEXT_HPP

#include <algorithm>
#include <string>
#include <string_view>

#include "src/url/explain/explanation.hpp"
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

// Returns a message of the library with flags in place of option names.
[[nodiscard]] std::string in_flags(std::string_view message);

// Returns the sentence explanation_text(why) (src/url/explain/explanation.hpp), with the flag in place of the
// option.
[[nodiscard]] std::string explanation_in_flags(explanation why);

}  // namespace urlsieve::cli

#endif
