// Calendar days in the form of ISO 8601: "2026-11-26".
#ifndef URLSIEVE_TEXT_CALENDAR_DATE_HPP
#define URLSIEVE_TEXT_CALENDAR_DATE_HPP

#include <string>
#include <string_view>

namespace urlsieve {

// Returns true for an existing day of the Gregorian calendar as YYYY-MM-DD.
[[nodiscard]] bool is_calendar_date(std::string_view text);

// Returns the current day in UTC as YYYY-MM-DD.
[[nodiscard]] std::string today_in_utc();

}  // namespace urlsieve

#endif
