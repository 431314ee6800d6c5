#include "src/cli/terminal/page_width.hpp"

#include <sys/ioctl.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace urlsieve::cli {

namespace {

constexpr std::size_t narrowest = 40;
constexpr std::size_t widest = 120;
constexpr std::size_t usual = 80;

// Returns 0 if unknown.
std::size_t width_of_environment() {
  const char* const setting = std::getenv("COLUMNS");
  if (setting == nullptr) return 0;
  const std::string_view number = setting;
  std::size_t columns = 0;
  const auto [end, failed] = std::from_chars(number.data(), number.data() + number.size(), columns);
  return failed == std::errc() && end == number.data() + number.size() ? columns : 0;
}

std::size_t width_of_terminal(int descriptor) {
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

std::size_t page_width(int descriptor) {
  std::size_t columns = width_of_environment();
  if (columns == 0) columns = width_of_terminal(descriptor);
  if (columns == 0) columns = usual;
  return std::clamp(columns, narrowest, widest);
}

}  // namespace urlsieve::cli
