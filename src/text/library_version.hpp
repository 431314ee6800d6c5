// The name and version of a library, for version reports.
#ifndef URLSIEVE_TEXT_LIBRARY_VERSION_HPP
#define URLSIEVE_TEXT_LIBRARY_VERSION_HPP

#include <concepts>
#include <string>
#include <string_view>

namespace urlsieve {

struct library_version {
  std::string_view name;
  std::string version;  // version at run time, or of the headers if the library does not report one
};

// Returns "1.2.3".
[[nodiscard]] inline std::string dotted(std::integral auto... numbers) {
  std::string text;
  ((text.append(text.empty() ? "" : ".").append(std::to_string(numbers))), ...);
  return text;
}

}  // namespace urlsieve

#endif
