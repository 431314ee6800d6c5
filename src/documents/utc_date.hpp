// Converts the dates of web archives and mail to ISO 8601 in UTC: "2024-02-29T12:00:00Z".
#ifndef URLSIEVE_DOCUMENTS_UTC_DATE_HPP
#define URLSIEVE_DOCUMENTS_UTC_DATE_HPP

#include <string>
#include <string_view>

namespace urlsieve {

// Each function returns an empty string if `written` is not a valid date.

// Reads a WARC-Date (ISO 28500:2017 section 5.4). Returns it unchanged, at its precision: from the year to
// fractions of a second. Also reads two other forms that writers use, as utc_of_iso() and utc_of_arc() do.
[[nodiscard]] std::string utc_of_warc(std::string_view written);

// Reads a date of twelve or fourteen digits ("20240229120000"); the bytes behind the digits are ignored.
[[nodiscard]] std::string utc_of_arc(std::string_view written);

// Reads a date and time of ISO 8601 with a zone ("2009-04-16T12:07:23.596+01:00", RFC 3339); fractions of a
// second are ignored.
[[nodiscard]] std::string utc_of_iso(std::string_view written);

// Reads the Date of a message (RFC 5322 sections 3.3 and 4.3): numeric or named zones (none means UTC), years
// of two or three digits, comments. Also accepts the forms of ctime() (RFC 850 section 2.1.4) and ISO 8601,
// the zone "+01:00", and the time "12.00.00".
[[nodiscard]] std::string utc_of_mail(std::string_view written);

}  // namespace urlsieve

#endif
