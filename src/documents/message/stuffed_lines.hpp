// Undoes what a container of mail does to lines that look like its own: ">From " of mailboxes, ".." of news.
#ifndef URLSIEVE_DOCUMENTS_STUFFED_LINES_HPP
#define URLSIEVE_DOCUMENTS_STUFFED_LINES_HPP

#include <string_view>

#include "src/documents/splitter.hpp"
#include "src/text/arena.hpp"

namespace urlsieve {

// Returns the text without the bytes that a container added to lines. Returns `text` itself if there are
// none; else a copy in `out` followed by decoding_slack bytes.
[[nodiscard]] std::string_view without_stuffing(std::string_view text, line_stuffing stuffing, arena& out);

}  // namespace urlsieve

#endif
