#include "src/pipeline/filters/date_range.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "src/documents/utc_date.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t most_digits = 14;  // to the second

// Returns the digits of a date, to the second: "20240229120000".
std::string digits_of(std::string_view date) {
  std::string digits;
  for (const char c : date)
    if (ascii::is_digit(c) && digits.size() < most_digits) digits.push_back(c);
  return digits;
}

// Returns true if `digits`, an even number of digits from the year on, begin a date that exists.
bool begin_date(std::string_view digits) {
  constexpr std::string_view first = "00000101000000";  // the first moment of a year
  return !utc_of_arc(std::string(digits).append(first.substr(digits.size()))).empty();
}

// Returns the digits of a bound; nullopt if it is no prefix of a date.
std::optional<std::string> read_bound(std::string_view written) {
  constexpr std::string_view form = "0000-00-00T00:00:00";
  std::string digits;
  if (std::all_of(written.begin(), written.end(), ascii::is_digit)) {
    digits = written;
  } else {
    if (written.size() > 10 && written.ends_with('Z')) written.remove_suffix(1);
    if (written.size() > form.size()) return std::nullopt;
    for (std::size_t i = 0; i < written.size(); ++i) {
      if (form[i] == '0' ? !ascii::is_digit(written[i]) : written[i] != form[i]) return std::nullopt;
      if (form[i] == '0') digits.push_back(written[i]);
    }
    if (!ascii::is_digit(written.back())) return std::nullopt;
  }
  if (digits.size() < 4 || digits.size() > most_digits || digits.size() % 2 != 0 || !begin_date(digits))
    return std::nullopt;
  return digits;
}

// Compares two periods by their common precision.
int compare(std::string_view a, std::string_view b) {
  const std::size_t size = std::min(a.size(), b.size());
  return a.substr(0, size).compare(b.substr(0, size));
}

}  // namespace

std::optional<date_range> date_range::of(std::string_view written) {
  const std::size_t dots = written.find("..");
  const std::string_view from = written.substr(0, dots);
  const std::string_view to = dots == std::string_view::npos ? from : written.substr(dots + 2);
  if (from.empty() && to.empty()) return std::nullopt;
  date_range range;
  for (const auto& [text, bound] : {std::pair(from, &range.from_), std::pair(to, &range.to_)}) {
    if (text.empty()) continue;
    std::optional<std::string> digits = read_bound(text);
    if (!digits) return std::nullopt;
    *bound = std::move(*digits);
  }
  if (compare(range.from_, range.to_) > 0) return std::nullopt;
  return range;
}

bool date_range::covers(std::string_view date) const {
  const std::string digits = digits_of(date);
  return compare(digits, from_) >= 0 && compare(digits, to_) <= 0;
}

}  // namespace urlsieve
