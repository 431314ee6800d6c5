// A library that the program works with, for those who ask what they have.
#ifndef URLSIEVE_TEXT_LIBRARY_VERSION_HPP
#define URLSIEVE_TEXT_LIBRARY_VERSION_HPP

#include <concepts>
#include <string>
#include <string_view>

namespace urlsieve {

struct library_version {
  std::string_view name;
  std::string version;  // of what runs, where the library says so, else of the headers it was built with
};

// "1.2.3"
[[nodiscard]] inline std::string dotted(std::integral auto... numbers) {
  std::string text;
  ((text.append(text.empty() ? "" : ".").append(std::to_string(numbers))), ...);
  return text;
}

}  // namespace urlsieve

#endif
