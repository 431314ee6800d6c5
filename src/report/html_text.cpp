#include "src/report/html_text.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>

#include "src/text/encodings/visible.hpp"

namespace urlsieve {

namespace {

// Formats with one decimal digit, rounded down.
std::string tenths(std::uint64_t number) {
  return grouped(number / 10) + '.' + std::to_string(number % 10);
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string html;
  for (const char c : visible(text)) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      case '\'':
        html += "&#39;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string byte_count(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 6> units{"kB", "MB", "GB", "TB", "PB", "EB"};
  if (bytes < 1000) return std::to_string(bytes) + " bytes";
  std::size_t unit = 0;
  std::uint64_t in_tenths = bytes / 100;
  for (; in_tenths >= 10000 && unit + 1 < units.size(); ++unit) in_tenths /= 1000;
  return tenths(in_tenths).append(1, ' ').append(units[unit]);
}

std::string duration(std::uint64_t milliseconds) {
  const std::uint64_t in_tenths = milliseconds / 100;
  if (in_tenths < 600) return tenths(in_tenths) + " s";
  const std::uint64_t seconds = in_tenths / 10 % 60;
  return grouped(in_tenths / 600) + (seconds < 10 ? ":0" : ":") + std::to_string(seconds) + '.' +
         std::to_string(in_tenths % 10);
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return {};
  const double thousandths = static_cast<double>(part) * 1000 / static_cast<double>(whole);
  return tenths(static_cast<std::uint64_t>(std::llround(thousandths))) + " %";
}

std::string points(std::int64_t thousandths) {
  const std::string sign = thousandths < 0 ? "-" : "+";
  return sign + tenths(static_cast<std::uint64_t>(std::abs(thousandths))) + " points";
}

}  // namespace urlsieve
