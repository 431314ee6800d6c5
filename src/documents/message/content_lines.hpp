// Calendars and cards (iCalendar, RFC 5545; vCard, RFC 6350 and before) as text in which URLs can be looked
// for: their lines are folded anywhere, also inside a URL, and their values hold escapes.
#ifndef URLSIEVE_DOCUMENTS_CONTENT_LINES_HPP
#define URLSIEVE_DOCUMENTS_CONTENT_LINES_HPP

#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

// A type of parts that are content lines: "text/calendar", "application/ics" ...
[[nodiscard]] bool is_content_lines_type(std::string_view type);

// `text` begins so whatever its type: "BEGIN:VCALENDAR", "BEGIN:VCARD".
[[nodiscard]] bool begins_content_lines(std::string_view text);

// Folds undone (RFC 5545 section 3.1). To be asked before a charset is decoded: a fold may stand inside a
// character.
[[nodiscard]] std::string_view joined_content_lines(std::string_view text, arena& out);

// Of joined lines: each value with its escapes undone (RFC 5545 section 3.3.11, RFC 6350 section 3.4, and
// "\:" as some write it; quoted-printable of vCard 2.1), a blank before it, as the name of a property
// ("TEL:") is no scheme. The copy in the arena has decoding_slack behind it.
[[nodiscard]] std::string_view plain_content_lines(std::string_view text, arena& out);

}  // namespace urlsieve

#endif
