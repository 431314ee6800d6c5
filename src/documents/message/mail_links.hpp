// References in header fields: those that hold links by definition (List-* of RFC 2369, Archived-At of RFC
// 5064, Link of RFC 8288) or by their name (X-...-URL, X-Archive ...), and Message-IDs as "mid:" (RFC 2392)
// and "news:" URLs (RFC 5538).
#ifndef URLSIEVE_DOCUMENTS_MAIL_LINKS_HPP
#define URLSIEVE_DOCUMENTS_MAIL_LINKS_HPP

#include <string_view>
#include <vector>

#include "src/text/arena.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

[[nodiscard]] bool is_mail_link_field(std::string_view name);

// "header:List-Archive": the usual spelling of a name that is known, else as it is written.
[[nodiscard]] std::string_view header_where(std::string_view name, arena& out);

// Appends the absolute URLs of a field of links, which may be folded: those in angle brackets, white space
// inside them dropped (RFC 2369 section 2), or where there are no brackets the words that are URLs.
void find_mail_links(std::string_view name, std::string_view value, arena& out,
                     std::vector<reference>& found);

// Appends what a field says of other messages and of groups: every <id> of References and its like, the
// groups of Newsgroups and Xref. Nothing for another field. `of_news`: an article, so "news:" for "mid:".
void find_message_ids(std::string_view name, std::string_view value, bool of_news, arena& out,
                      std::vector<reference>& found);

}  // namespace urlsieve

#endif
