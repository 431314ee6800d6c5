// Dates as web archives and mail write them, in one form: ISO 8601 in UTC, "2024-02-29T12:00:00Z".
#ifndef URLSIEVE_DOCUMENTS_UTC_DATE_HPP
#define URLSIEVE_DOCUMENTS_UTC_DATE_HPP

#include <string>
#include <string_view>

namespace urlsieve {

// Each is empty where `written` is no such date.

// WARC-Date (ISO 28500:2017 section 5.4): in that form already, to any precision from the year to fractions
// of a second.
[[nodiscard]] std::string utc_of_warc(std::string_view written);

// Twelve to eighteen digits, of which the first fourteen count ("20240229120000").
[[nodiscard]] std::string utc_of_arc(std::string_view written);

// Date of a message (RFC 5322 sections 3.3 and 4.3): zones by number, by name, or none, which is UTC; years
// of two and three digits; comments.
[[nodiscard]] std::string utc_of_mail(std::string_view written);

}  // namespace urlsieve

#endif
