// format=flowed (RFC 3676) undone as far as URLs feel it; asked after the transfer encoding is.
//
// With DelSp=yes a soft line break is in the middle of a word: its blank, the line break and what stands
// before the next line's words (quote marks and stuffing) go, and a URL that was cut is whole again. Without
// DelSp the blank of a soft break belongs to the text (section 4.2), so a URL ends there; the line break
// behind it stays as well, for "<URL" and ">" hold a URL together over line breaks but not over blanks.
#ifndef URLSIEVE_DOCUMENTS_FLOWED_TEXT_HPP
#define URLSIEVE_DOCUMENTS_FLOWED_TEXT_HPP

#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

// The text itself where nothing is to be taken out; else a copy in the arena with decoding_slack behind it.
[[nodiscard]] std::string_view unflowed(std::string_view text, bool del_sp, arena& out);

}  // namespace urlsieve

#endif
