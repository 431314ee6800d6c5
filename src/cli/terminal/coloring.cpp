#include "src/cli/terminal/coloring.hpp"

#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdlib>

namespace urlsieve::cli {

namespace {

// By enumerator: what ECMA-48 calls "select graphic rendition".
constexpr std::array<std::string_view, 7> begins{"\x1b[1m",  "\x1b[31m", "\x1b[32m", "\x1b[33m",
                                                 "\x1b[34m", "\x1b[35m", "\x1b[36m"};
constexpr std::string_view ends = "\x1b[0m";

// https://no-color.org: set to anything but nothing.
bool unwanted() {
  const char* const said = std::getenv("NO_COLOR");
  return said != nullptr && *said != '\0';
}

bool shows_colors(int descriptor) {
  const char* const terminal = std::getenv("TERM");
  return ::isatty(descriptor) == 1 && terminal != nullptr && *terminal != '\0' &&
         std::string_view(terminal) != "dumb";
}

}  // namespace

coloring::coloring(color_choice choice, int descriptor)
    : on_(choice == color_choice::always ||
          (choice == color_choice::automatic && !unwanted() && shows_colors(descriptor))) {}

std::string coloring::operator()(color as, std::string_view text) const {
  std::string shown;
  if (on_ && !text.empty())
    return shown.append(begins[static_cast<std::size_t>(as)]).append(text).append(ends);
  return shown.append(text);
}

}  // namespace urlsieve::cli
