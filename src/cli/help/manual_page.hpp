// Formats a help page as a page for man(1).
#ifndef URLSIEVE_CLI_HELP_MANUAL_PAGE_HPP
#define URLSIEVE_CLI_HELP_MANUAL_PAGE_HPP

#include <span>
#include <string>
#include <string_view>

#include "src/cli/help/help_page.hpp"

namespace urlsieve::cli {

// Returns the page in the macros of man(7), section 1. Equal pages give equal bytes. `topics`: pages that
// become sections. `see_also`: names of other manual pages.
[[nodiscard]] std::string manual_page(const help_page& page, std::span<const help_page> topics,
                                      std::span<const std::string> see_also, std::string_view version);

// Returns "urlsieve-extract" for "urlsieve extract".
[[nodiscard]] std::string manual_name(std::string_view page_name);

}  // namespace urlsieve::cli

#endif
