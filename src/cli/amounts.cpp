#include "src/cli/amounts.hpp"

#include <fmt/core.h>

#include <array>
#include <cstddef>

namespace urlsieve::cli {

namespace {

struct unit {
  std::string_view name;
  double size;
};

// Returns the unit in which the amount has fewer than four digits before the decimal point.
unit unit_of(double amount) {
  constexpr std::array<std::string_view, 7> names{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  std::size_t which = 0;
  double size = 1;
  for (; amount / size >= 999.95 && which + 1 < names.size(); ++which) size *= 1024;
  return {names[which], size};
}

std::string in_unit(double amount, const unit& scale) {
  return scale.size == 1 ? fmt::format("{:.0f}", amount) : fmt::format("{:.1f}", amount / scale.size);
}

}  // namespace

std::string in_thousands(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string counted(std::uint64_t number, std::string_view singular, std::string_view plural) {
  if (number == 1) return fmt::format("1 {}", singular);
  return plural.empty() ? fmt::format("{} {}s", in_thousands(number), singular)
                        : fmt::format("{} {}", in_thousands(number), plural);
}

std::string in_bytes(double amount) {
  const unit scale = unit_of(amount);
  return fmt::format("{} {}", in_unit(amount, scale), scale.name);
}

std::string in_bytes_of(double amount, double total) {
  const unit scale = unit_of(total);
  return fmt::format("{} of {} {}", in_unit(amount, scale), in_unit(total, scale), scale.name);
}

std::string in_time(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace urlsieve::cli
