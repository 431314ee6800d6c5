// Decides whether text for people is colored, and colors it.
#ifndef URLSIEVE_CLI_TERMINAL_COLORING_HPP
#define URLSIEVE_CLI_TERMINAL_COLORING_HPP

#include <cstdint>
#include <string>
#include <string_view>

namespace urlsieve::cli {

enum class color_choice : std::uint8_t { automatic, always, never };

enum class color : std::uint8_t { bold, red, green, yellow, blue, magenta, cyan };

class coloring {
 public:
  // Uses no colors.
  coloring() = default;

  // Colors output for `descriptor`. With color_choice::automatic, colors are on if `descriptor` is a terminal
  // with colors and $NO_COLOR is unset or empty.
  coloring(color_choice choice, int descriptor);

  // Returns `text` in the color `paint`; unchanged if colors are off. Requires: `text` holds no terminal
  // control sequence.
  [[nodiscard]] std::string operator()(color paint, std::string_view text) const;

  [[nodiscard]] bool is_on() const { return on_; }

 private:
  bool on_ = false;
};

}  // namespace urlsieve::cli

#endif
