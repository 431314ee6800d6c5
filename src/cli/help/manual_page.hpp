// A page of help as a page for man(1).
#ifndef URLSIEVE_CLI_HELP_MANUAL_PAGE_HPP
#define URLSIEVE_CLI_HELP_MANUAL_PAGE_HPP

#include <span>
#include <string>
#include <string_view>

#include "src/cli/help/help_page.hpp"

namespace urlsieve::cli {

// In the macros of man(7), section 1; the same bytes for the same page. `topics`: pages that become sections
// of it. `see_also`: names of other pages.
[[nodiscard]] std::string manual_page(const help_page& page, std::span<const help_page> topics,
                                      std::span<const std::string> see_also, std::string_view version);

// "urlsieve-extract" for "urlsieve extract".
[[nodiscard]] std::string manual_name(std::string_view page_name);

}  // namespace urlsieve::cli

#endif
