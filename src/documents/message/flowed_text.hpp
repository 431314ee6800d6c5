// Joins the lines of format=flowed (RFC 3676), as far as URLs are concerned. Runs after transfer decoding.
//
// With DelSp=yes, a soft line break is inside a word. Its blank, the line break, and the quote marks and
// stuffing of the next line are removed, so a URL is whole again. Without DelSp, the blank belongs to the
// text (section 4.2), so a URL ends there. The line break then stays too, because "<URL" and ">" enclose a
// URL across line breaks but not across blanks.
#ifndef URLSIEVE_DOCUMENTS_FLOWED_TEXT_HPP
#define URLSIEVE_DOCUMENTS_FLOWED_TEXT_HPP

#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

// Returns `text` itself if nothing is removed; else a copy in `out` followed by decoding_slack bytes.
[[nodiscard]] std::string_view unflowed(std::string_view text, bool del_sp, arena& out);

}  // namespace urlsieve

#endif
