// Breaks text into lines of a given width.
#ifndef URLSIEVE_CLI_HELP_WRAPPED_TEXT_HPP
#define URLSIEVE_CLI_HELP_WRAPPED_TEXT_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace urlsieve::cli {

// Returns `text` broken at blanks into lines of at most `width` columns, without a final line end. Lines
// after the first begin with `indent` blanks; in the first line, `used` columns are taken. A word longer than
// a line is broken after "|", "," or "/", or stays whole. Requires: `text` is ASCII, indent < width.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width, std::size_t indent,
                                  std::size_t used);

// Returns a shell command broken in the same way: a backslash ends each line but the last, and quoted text
// stays whole.
[[nodiscard]] std::string wrapped_command(std::string_view command, std::size_t width, std::size_t indent);

}  // namespace urlsieve::cli

#endif
