// Compares two URLs component by component, to show differences between long strings.
#ifndef URLSIEVE_URL_EXPLAIN_DIFFERENCE_HPP
#define URLSIEVE_URL_EXPLAIN_DIFFERENCE_HPP

#include <optional>
#include <string_view>
#include <vector>

namespace urlsieve {

// The views `a` and `b` point into the compared URLs.
struct component_difference {
  std::string_view component;         // static string: "scheme", "userinfo", "host" ...
  std::optional<std::string_view> a;  // nullopt: undefined, which differs from empty
  std::optional<std::string_view> b;
};

// Returns the components that differ, in URL order. Empty only if `a` and `b` are equal bytes.
[[nodiscard]] std::vector<component_difference> differences(std::string_view a, std::string_view b);

}  // namespace urlsieve

#endif
