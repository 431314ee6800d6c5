// Finds references in header fields. Some fields hold links by definition (List-* of RFC 2369, Archived-At of
// RFC 5064, Link of RFC 8288), others by name (X-...-URL, X-Archive and others). Message-IDs become "mid:"
// (RFC 2392) or "news:" URLs (RFC 5538).
#ifndef URLSIEVE_DOCUMENTS_MAIL_LINKS_HPP
#define URLSIEVE_DOCUMENTS_MAIL_LINKS_HPP

#include <string_view>
#include <vector>

#include "src/text/arena.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

// Returns true if a field called `name` holds links, by definition or by name.
[[nodiscard]] bool is_mail_link_field(std::string_view name);

// Returns the `where` of a field, "header:List-Archive": in its usual spelling if known, else as written.
[[nodiscard]] std::string_view header_where(std::string_view name, arena& out);

// Appends the absolute URLs of a link field, which may be folded. URLs are in angle brackets, with white
// space inside dropped (RFC 2369 section 2); without brackets, each word that is a URL counts. The references
// point into `value` or `out`.
void find_mail_links(std::string_view name, std::string_view value, arena& out,
                     std::vector<reference>& found);

// Appends references to other messages and to groups: each <id> of References and similar fields, and the
// groups of Newsgroups, Followup-To and Xref. Appends nothing for other fields. `is_news`: the message is an
// article, so its IDs become "news:" URLs instead of "mid:".
void find_message_ids(std::string_view name, std::string_view value, bool is_news, arena& out,
                      std::vector<reference>& found);

}  // namespace urlsieve

#endif
