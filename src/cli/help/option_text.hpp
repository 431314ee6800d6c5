// Describes an option in the words of all forms of help.
#ifndef URLSIEVE_CLI_HELP_OPTION_TEXT_HPP
#define URLSIEVE_CLI_HELP_OPTION_TEXT_HPP

#include <string>

#include "src/cli/help/help_page.hpp"

namespace urlsieve::cli {

// Returns the text of the option, then its default, requirements and exclusions as "(default: scheme; needs
// --output)", then the words of a list.
[[nodiscard]] std::string option_text(const help_option& option);

}  // namespace urlsieve::cli

#endif
