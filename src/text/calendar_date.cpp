#include "src/text/calendar_date.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstddef>

namespace urlsieve {

bool is_calendar_date(std::string_view text) {
  constexpr std::string_view form = "0000-00-00";
  if (text.size() != form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i)
    if (form[i] == '-' ? text[i] != '-' : text[i] < '0' || text[i] > '9') return false;
  const auto number = [text](std::size_t at, std::size_t size) {
    unsigned value = 0;
    std::from_chars(text.data() + at, text.data() + at + size, value);
    return value;
  };
  return std::chrono::year_month_day(std::chrono::year(static_cast<int>(number(0, 4))),
                                     std::chrono::month(number(5, 2)), std::chrono::day(number(8, 2)))
      .ok();
}

std::string today_in_utc() {
  const std::chrono::year_month_day today(
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  const auto append_digits = [](std::string& to, unsigned value, std::size_t width) {
    const std::string digits = std::to_string(value);
    to.append(width - std::min(width, digits.size()), '0').append(digits);
  };
  std::string text;
  append_digits(text, static_cast<unsigned>(static_cast<int>(today.year())), 4);
  text += '-';
  append_digits(text, static_cast<unsigned>(today.month()), 2);
  text += '-';
  append_digits(text, static_cast<unsigned>(today.day()), 2);
  return text;
}

}  // namespace urlsieve
