#include "src/documents/utc_date.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

#include "src/documents/header_fields.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

// Removes between `least` and `most` digits from the front of `text` and returns their number; nullopt if
// there are fewer.
std::optional<int> take_digits(std::string_view& text, std::size_t least, std::size_t most) {
  std::size_t size = 0;
  int value = 0;
  while (size < text.size() && size < most && ascii::is_digit(text[size]))
    value = value * 10 + (text[size++] - '0');
  if (size < least) return std::nullopt;
  text.remove_prefix(size);
  return value;
}

bool take_char(std::string_view& text, char wanted) {
  if (!text.starts_with(wanted)) return false;
  text.remove_prefix(1);
  return true;
}

struct moment {
  int year = 0;
  int month = 1;
  int day = 1;
  int hour = 0;
  int minute = 0;
  int second = 0;
};

int days_in(int year, int month) {
  constexpr std::array<int, 12> days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leaps = month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return days[static_cast<std::size_t>(month - 1)] + (leaps ? 1 : 0);
}

bool is_valid_moment(const moment& at) {
  return at.year >= 0 && at.year <= 9999 && at.month >= 1 && at.month <= 12 && at.day >= 1 &&
         at.day <= days_in(at.year, at.month) && at.hour <= 23 && at.minute <= 59 && at.second <= 60;
}

void append(int value, std::size_t digits, std::string& out) {
  const std::string written = std::to_string(value);
  out.append(digits - std::min(digits, written.size()), '0').append(written);
}

std::string written_out(const moment& at) {
  std::string out;
  append(at.year, 4, out);
  append(at.month, 2, out += '-');
  append(at.day, 2, out += '-');
  append(at.hour, 2, out += 'T');
  append(at.minute, 2, out += ':');
  append(at.second, 2, out += ':');
  return out += 'Z';
}

// Adds `minutes`, which may be negative; less than two days.
void move(moment& at, int minutes) {
  int total = at.hour * 60 + at.minute + minutes;
  for (; total < 0; total += 24 * 60) {
    if (--at.day != 0) continue;
    if (--at.month == 0) {
      at.month = 12;
      --at.year;
    }
    at.day = days_in(at.year, at.month);
  }
  for (; total >= 24 * 60; total -= 24 * 60) {
    if (++at.day <= days_in(at.year, at.month)) continue;
    at.day = 1;
    if (++at.month > 12) {
      at.month = 1;
      ++at.year;
    }
  }
  at.hour = total / 60;
  at.minute = total % 60;
}

int month_named(std::string_view name) {
  constexpr std::array<std::string_view, 12> names{"jan", "feb", "mar", "apr", "may", "jun",
                                                   "jul", "aug", "sep", "oct", "nov", "dec"};
  for (std::size_t i = 0; i < names.size(); ++i)
    if (ascii::begins(name, names[i])) return static_cast<int>(i) + 1;
  return 0;
}

// Returns the minutes east of UTC. Only the zone names of RFC 5322 section 4.3 count; other names are UTC.
std::optional<int> zone_of(std::string_view text) {
  struct named {
    std::string_view name;
    int hours;
  };
  constexpr std::array<named, 8> zones{{{"edt", -4},
                                        {"est", -5},
                                        {"cdt", -5},
                                        {"cst", -6},
                                        {"mdt", -6},
                                        {"mst", -7},
                                        {"pdt", -7},
                                        {"pst", -8}}};
  if (text.starts_with('+') || text.starts_with('-')) {
    const int sign = text.front() == '+' ? 1 : -1;
    text.remove_prefix(1);
    const std::optional<int> hours = take_digits(text, 2, 2);
    take_char(text, ':');
    const std::optional<int> minutes = take_digits(text, 2, 2);
    if (!hours || !minutes || *hours > 23 || *minutes > 59 || text.starts_with('0')) return std::nullopt;
    return sign * (*hours * 60 + *minutes);
  }
  for (const named& zone : zones)
    if (ascii::begins(text, zone.name)) return zone.hours * 60;
  return 0;
}

// Skips white space and comments.
void skip_date_blanks(std::string_view& text) {
  for (int depth = 0; !text.empty(); text.remove_prefix(1)) {
    const char c = text.front();
    if (c == '(') {
      ++depth;
    } else if (depth != 0) {
      if (c == ')') --depth;
      if (c == '\\' && text.size() > 1) text.remove_prefix(1);
    } else if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
      return;
    }
  }
}

std::string_view take_letters(std::string_view& text) {
  std::size_t size = 0;
  while (size < text.size() && ((text[size] | 0x20) >= 'a' && (text[size] | 0x20) <= 'z')) ++size;
  const std::string_view word = text.substr(0, size);
  text.remove_prefix(size);
  return word;
}

// Removes a time ("12:00:00", "12:00" or "12.00.00") and the blanks behind it from the front of `text`.
bool take_time(std::string_view& text, moment& at) {
  const auto take_mark = [&] { return take_char(text, ':') || take_char(text, '.'); };
  const std::optional<int> hour = take_digits(text, 1, 2);
  skip_date_blanks(text);
  if (!hour || !take_mark()) return false;
  skip_date_blanks(text);
  const std::optional<int> minute = take_digits(text, 2, 2);
  if (!minute) return false;
  skip_date_blanks(text);
  if (take_mark()) {
    skip_date_blanks(text);
    const std::optional<int> second = take_digits(text, 2, 2);
    if (!second) return false;
    at.second = *second;
    skip_date_blanks(text);
  }
  at.hour = *hour;
  at.minute = *minute;
  return true;
}

// Reads a date of ISO 8601 that may have a blank for "T" and before the zone, and no zone, which means UTC.
std::string utc_of_loose_iso(std::string_view written) {
  constexpr std::string_view form = "9999-99-99T99:99:99";
  std::string date(trimmed(written.substr(0, written.find('('))));
  const std::size_t day_end = form.find('T');
  if (date.size() > day_end && date[day_end] == ' ') date[day_end] = 'T';
  std::erase(date, ' ');
  if (date.size() == form.size()) date += 'Z';
  return utc_of_iso(date);
}

// Reads a date in the form of the standard.
std::string utc_of_standard_warc(std::string_view written) {
  std::string_view rest = trimmed(written);
  const std::string_view whole = rest;
  moment at;
  const auto take = [&rest](int& value, std::size_t digits) {
    const std::optional<int> number = take_digits(rest, digits, digits);
    if (number) value = *number;
    return number.has_value();
  };
  if (!take(at.year, 4)) return {};
  if (take_char(rest, '-') && !take(at.month, 2)) return {};
  if (take_char(rest, '-') && !take(at.day, 2)) return {};
  if (take_char(rest, 'T')) {
    if (!take(at.hour, 2) || !take_char(rest, ':') || !take(at.minute, 2)) return {};
    if (take_char(rest, ':')) {
      if (!take(at.second, 2)) return {};
      if (take_char(rest, '.') && !take_digits(rest, 1, 9)) return {};
    }
    if (!take_char(rest, 'Z')) return {};
  }
  return rest.empty() && is_valid_moment(at) ? std::string(whole) : std::string();
}

}  // namespace

std::string utc_of_warc(std::string_view written) {
  const std::string_view date = trimmed(written);
  std::string utc = utc_of_standard_warc(date);
  if (utc.empty()) utc = utc_of_iso(date);
  if (utc.empty() && std::all_of(date.begin(), date.end(), ascii::is_digit)) utc = utc_of_arc(date);
  return utc;
}

std::string utc_of_arc(std::string_view written) {
  std::string_view rest = written;
  moment at;
  for (const auto& [value, digits] : {std::pair<int*, std::size_t>{&at.year, 4},
                                      {&at.month, 2},
                                      {&at.day, 2},
                                      {&at.hour, 2},
                                      {&at.minute, 2}}) {
    const std::optional<int> number = take_digits(rest, digits, digits);
    if (!number) return {};
    *value = *number;
  }
  if (const std::optional<int> second = take_digits(rest, 2, 2)) at.second = *second;
  return is_valid_moment(at) ? written_out(at) : std::string();
}

std::string utc_of_iso(std::string_view written) {
  std::string_view rest = trimmed(written);
  moment at;
  for (const auto& [value, digits, before] : {std::tuple<int*, std::size_t, char>{&at.year, 4, '\0'},
                                              {&at.month, 2, '-'},
                                              {&at.day, 2, '-'},
                                              {&at.hour, 2, 'T'},
                                              {&at.minute, 2, ':'},
                                              {&at.second, 2, ':'}}) {
    if (before != '\0' && !take_char(rest, before)) return {};
    const std::optional<int> number = take_digits(rest, digits, digits);
    if (!number) return {};
    *value = *number;
  }
  if (take_char(rest, '.') && !take_digits(rest, 1, 9)) return {};
  std::string zone(rest);
  std::erase(zone, ':');
  const std::optional<int> minutes = zone_of(zone);
  const bool has_zone = zone == "Z" || (zone.size() == 5 && (zone[0] == '+' || zone[0] == '-'));
  if (!has_zone || !minutes || !is_valid_moment(at)) return {};
  move(at, -*minutes);
  return at.year >= 0 && at.year <= 9999 ? written_out(at) : std::string();
}

std::string utc_of_mail(std::string_view written) {
  std::string_view rest = written;
  skip_date_blanks(rest);
  if (rest.size() > 4 && rest[4] == '-' && ascii::is_digit(rest.front())) return utc_of_loose_iso(rest);
  if (!rest.empty() && !ascii::is_digit(rest.front())) {  // the day of the week
    if (take_letters(rest).empty()) return {};
    skip_date_blanks(rest);
    take_char(rest, ',');
    skip_date_blanks(rest);
  }
  moment at;
  // ctime() writes the month first and the year last: "Thu Feb 29 12:00:00 2024", or with a zone before it.
  at.month = month_named(take_letters(rest));
  const bool is_ctime = at.month != 0;
  skip_date_blanks(rest);
  const std::optional<int> day = take_digits(rest, 1, 2);
  skip_date_blanks(rest);
  std::optional<int> zone = 0;
  if (is_ctime) {
    if (!take_time(rest, at)) return {};
    if (!rest.empty() && !ascii::is_digit(rest.front())) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      zone = zone_of(rest.substr(0, end));
      rest.remove_prefix(end);
      skip_date_blanks(rest);
    }
  } else {
    take_char(rest, '-');
    at.month = month_named(take_letters(rest));
    skip_date_blanks(rest);
    take_char(rest, '-');
  }
  const std::size_t before = rest.size();
  const std::optional<int> year = take_digits(rest, 2, 4);
  const std::size_t digits = before - rest.size();
  skip_date_blanks(rest);
  if (!day || !year || at.month == 0 || (!is_ctime && !take_time(rest, at))) return {};
  at.day = *day;
  at.year = digits == 4 ? *year : digits == 3 || *year >= 50 ? *year + 1900 : *year + 2000;
  if (!rest.empty()) zone = zone_of(rest);
  if (!zone || !is_valid_moment(at)) return {};
  move(at, -*zone);
  return at.year >= 0 && at.year <= 9999 ? written_out(at) : std::string();
}

}  // namespace urlsieve
