// What is said of an option, in words that every form of help has.
#ifndef URLSIEVE_CLI_HELP_OPTION_TEXT_HPP
#define URLSIEVE_CLI_HELP_OPTION_TEXT_HPP

#include <string>

#include "src/cli/help/help_page.hpp"

namespace urlsieve::cli {

// Its text, then what holds where it is not given, what it needs and what it cannot stand beside, as
// "(default: scheme; needs --output)", then the words that a list is made of.
[[nodiscard]] std::string option_text(const help_option& option);

}  // namespace urlsieve::cli

#endif
