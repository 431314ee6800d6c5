// Reads the identities in the header of a message: the domains of its senders and the identifier of its list.
#ifndef URLSIEVE_DOCUMENTS_MAIL_SENDERS_HPP
#define URLSIEVE_DOCUMENTS_MAIL_SENDERS_HPP

#include <functional>
#include <string_view>

namespace urlsieve {

// Calls `take` with the domain of each address in `from`, the value of a field From (RFC 5322 section 3.6.2),
// as written. Display names, quoted strings and comments hold no addresses. List archives write "user at
// example.org" for "user@example.org".
void each_sender_domain(std::string_view from, const std::function<void(std::string_view)>& take);

// Returns the identifier in `value`, the value of a field List-Id (RFC 2919): the text between the last "<"
// and ">", or the whole value if there is none.
[[nodiscard]] std::string_view list_id_in(std::string_view value);

}  // namespace urlsieve

#endif
