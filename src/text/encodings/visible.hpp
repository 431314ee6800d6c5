// Escapes text for display: names, keys and URLs come from untrusted sources. Control characters could forge
// a message, and direction marks could reverse it, so characters that affect a terminal or are invisible are
// escaped.
#ifndef URLSIEVE_TEXT_ENCODINGS_VISIBLE_HPP
#define URLSIEVE_TEXT_ENCODINGS_VISIBLE_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace urlsieve {

// Returns `bytes` with escapes ("\n", "\x1B", "\u202E") for characters that move the cursor, control the
// terminal or are invisible, and "\xFF" for ill-formed bytes. All other characters, including the backslash,
// stay.
[[nodiscard]] std::string visible(std::string_view bytes);

// Returns the same, but keeps TAB and LF, which structure rows.
[[nodiscard]] std::string visible_rows(std::string_view rows);

// Returns visible() in double quotes, with quotes and backslashes escaped.
[[nodiscard]] std::string in_quotes(std::string_view bytes);

// Returns the first character of `bytes` in double quotes, or the number of an invisible character: "U+200B".
// Requires: `bytes` is not empty.
[[nodiscard]] std::string quoted_character(std::string_view bytes);

// Returns the number of terminal columns for `bytes`. Requires: `bytes` is a result of visible() or
// in_quotes().
[[nodiscard]] std::size_t columns(std::string_view bytes);

}  // namespace urlsieve

#endif
