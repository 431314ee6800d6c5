// In which components two URLs differ: what a person wants to see of two long strings that are not the same.
#ifndef URLSIEVE_URL_DIFFERENCE_HPP
#define URLSIEVE_URL_DIFFERENCE_HPP

#include <optional>
#include <string_view>
#include <vector>

namespace urlsieve {

struct component_difference {
  std::string_view component;         // static: "scheme", "userinfo", "host" ...
  std::optional<std::string_view> a;  // undefined is not empty
  std::optional<std::string_view> b;
};

// In the order of the components; empty only where `a` and `b` are the same bytes.
[[nodiscard]] std::vector<component_difference> differences(std::string_view a, std::string_view b);

}  // namespace urlsieve

#endif
