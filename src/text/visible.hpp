// Text for a person's eyes: names, keys and URLs come from anywhere, and what a terminal would obey, or would
// show as something else, is written out instead. Control characters could forge a message; marks of
// direction could turn one round.
#ifndef URLSIEVE_TEXT_VISIBLE_HPP
#define URLSIEVE_TEXT_VISIBLE_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace urlsieve {

// `bytes` with "\n", "\x1B", "\u202E" for characters that move the cursor, steer the terminal or cannot be
// seen, and "\xFF" for a byte that is no UTF-8. All else, the backslash too, stays.
[[nodiscard]] std::string visible(std::string_view bytes);

// Likewise, but that TAB and LF, which rows are made of, stay.
[[nodiscard]] std::string visible_rows(std::string_view rows);

// visible() between double quotes; quotes and backslashes inside are escaped.
[[nodiscard]] std::string in_quotes(std::string_view bytes);

// The first character of `bytes`, which is not empty, in double quotes; one that cannot be seen by its
// number: "U+200B".
[[nodiscard]] std::string quoted_character(std::string_view bytes);

// How many columns of a terminal `bytes` take, which visible() or in_quotes() gave.
[[nodiscard]] std::size_t columns(std::string_view bytes);

}  // namespace urlsieve

#endif
