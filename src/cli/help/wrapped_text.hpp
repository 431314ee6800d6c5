// Text in lines that fit a width.
#ifndef URLSIEVE_CLI_HELP_WRAPPED_TEXT_HPP
#define URLSIEVE_CLI_HELP_WRAPPED_TEXT_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace urlsieve::cli {

// `text`, broken at blanks into lines of at most `width` columns, without a line end behind the last one.
// Lines but the first begin with `indent` blanks; the first goes on where `used` columns are taken. A word
// that no line has room for is broken behind a "|", "," or "/", else it stays whole. REQUIRES: `text` is
// ASCII, indent < width.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width, std::size_t indent,
                                  std::size_t used);

// A command for a shell, broken likewise: a backslash ends each line but the last, and quoted text stays
// whole.
[[nodiscard]] std::string wrapped_command(std::string_view command, std::size_t width, std::size_t indent);

}  // namespace urlsieve::cli

#endif
