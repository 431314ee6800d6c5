#include "src/transfer/http_response.hpp"

#include <charconv>
#include <limits>

#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

bool take_number(std::string_view& text, std::uint64_t& number) {
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

std::optional<content_range> parse_content_range(std::string_view field) {
  constexpr std::string_view unit = "bytes";
  if (ascii::lowered(field.substr(0, unit.size())) != unit) return std::nullopt;
  field.remove_prefix(unit.size());
  if (!take(field, ' ')) return std::nullopt;
  while (take(field, ' ')) {
  }
  content_range range;
  const bool none = take(field, '*');
  if (!none) {
    std::uint64_t last = 0;
    if (!take_number(field, range.begin) || !take(field, '-') || !take_number(field, last))
      return std::nullopt;
    if (last < range.begin || last == std::numeric_limits<std::uint64_t>::max()) return std::nullopt;
    range.end = last + 1;
  }
  if (!take(field, '/')) return std::nullopt;
  if (take(field, '*')) {
    if (none || !field.empty()) return std::nullopt;
    return range;
  }
  std::uint64_t total = 0;
  if (!take_number(field, total) || !field.empty() || total < range.end) return std::nullopt;
  range.total = total;
  return range;
}

}  // namespace urlsieve
