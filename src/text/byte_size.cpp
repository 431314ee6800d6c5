#include "src/text/byte_size.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <limits>
#include <string>

#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

// Returns the power of 2 of a unit, or nullopt.
std::optional<unsigned> power_of_unit(std::string_view unit) {
  constexpr std::string_view prefixes = "kmgtpe";
  if (unit.empty() || unit == "b") return 0;
  const std::size_t place = prefixes.find(unit[0]);
  const std::string_view rest = unit.substr(1);
  if (place == std::string_view::npos || !(rest.empty() || rest == "b" || rest == "ib")) return std::nullopt;
  return static_cast<unsigned>(10 * (place + 1));
}

}  // namespace

std::optional<std::uint64_t> parse_byte_size(std::string_view text) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t size = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (failed == std::errc::invalid_argument) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const std::optional<unsigned> power = power_of_unit(ascii::lowered(text));
  if (!power) return std::nullopt;
  return failed == std::errc::result_out_of_range || size > most >> *power ? most : size << *power;
}

}  // namespace urlsieve
