// Converts calendars and cards (iCalendar, RFC 5545; vCard, RFC 6350 and earlier) to searchable text. Their
// lines are folded at any byte, even in a URL, and their values contain escapes.
#ifndef URLSIEVE_DOCUMENTS_CONTENT_LINES_HPP
#define URLSIEVE_DOCUMENTS_CONTENT_LINES_HPP

#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

// Returns true for the media types of content lines: "text/calendar", "application/ics" and others.
[[nodiscard]] bool is_content_lines_type(std::string_view type);

// Returns true if `text` begins with "BEGIN:VCALENDAR" or "BEGIN:VCARD".
[[nodiscard]] bool begins_content_lines(std::string_view text);

// Returns `text` without folds (RFC 5545 section 3.1), stored in `out`. Call it before decoding a charset,
// because a fold may split a character.
[[nodiscard]] std::string_view joined_content_lines(std::string_view text, arena& out);

// Returns joined lines with decoded values, stored in `out` and followed by decoding_slack bytes. Decodes
// escapes (RFC 5545 section 3.3.11, RFC 6350 section 3.4, and the nonstandard "\:") and the quoted-printable
// of vCard 2.1, and "&amp;" in a value of HTML (FMTTYPE=text/html). Inserts a blank before each value, so
// that a property name ("TEL:") is not read as a scheme.
[[nodiscard]] std::string_view plain_content_lines(std::string_view text, arena& out);

}  // namespace urlsieve

#endif
