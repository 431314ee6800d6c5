// Whether text for people is coloured, and how.
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
  // Without colours.
  coloring() = default;

  // For what goes to `descriptor`. By itself it is coloured where that is a terminal with colours and
  // $NO_COLOR is not set.
  coloring(color_choice choice, int descriptor);

  // What is shown of `text`, which holds nothing that steers a terminal, in `color`.
  [[nodiscard]] std::string operator()(color as, std::string_view text) const;

  [[nodiscard]] bool is_on() const { return on_; }

 private:
  bool on_ = false;
};

}  // namespace urlsieve::cli

#endif
