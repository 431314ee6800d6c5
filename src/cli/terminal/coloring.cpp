#include "src/cli/terminal/coloring.hpp"

#include <unistd.h>

#include <cstddef>
#include <cstdlib>

#include "urlsieve/enum_table.hpp"

namespace urlsieve::cli {

namespace {

// By enumerator: the sequences of "select graphic rendition" (ECMA-48).
constexpr auto begins = enum_table<color>({{color::bold, "\x1b[1m"},
                                           {color::red, "\x1b[31m"},
                                           {color::green, "\x1b[32m"},
                                           {color::yellow, "\x1b[33m"},
                                           {color::blue, "\x1b[34m"},
                                           {color::magenta, "\x1b[35m"},
                                           {color::cyan, "\x1b[36m"}});
constexpr std::string_view ends = "\x1b[0m";

// https://no-color.org: set and not empty.
bool has_no_color() {
  const char* const setting = std::getenv("NO_COLOR");
  return setting != nullptr && *setting != '\0';
}

bool shows_colors(int descriptor) {
  const char* const terminal = std::getenv("TERM");
  return ::isatty(descriptor) == 1 && terminal != nullptr && *terminal != '\0' &&
         std::string_view(terminal) != "dumb";
}

}  // namespace

coloring::coloring(color_choice choice, int descriptor)
    : on_(choice == color_choice::always ||
          (choice == color_choice::automatic && !has_no_color() && shows_colors(descriptor))) {}

std::string coloring::operator()(color paint, std::string_view text) const {
  std::string shown;
  if (on_ && !text.empty())
    return shown.append(begins[static_cast<std::size_t>(paint)]).append(text).append(ends);
  return shown.append(text);
}

}  // namespace urlsieve::cli
