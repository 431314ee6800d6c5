#include "src/url/explain/difference.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "urlsieve/url_view.hpp"

namespace urlsieve {

namespace {

using part = std::pair<std::string_view, std::optional<std::string_view>>;

std::array<part, 7> parts_of(std::string_view text) {
  const url_view url = url_view::of(text);
  const auto defined = [](bool has, std::string_view value) {
    return has ? std::optional(value) : std::nullopt;
  };
  return {{{"scheme", defined(url.has_scheme(), url.scheme())},
           {"userinfo", defined(url.has_userinfo(), url.userinfo())},
           {"host", defined(url.has_authority(), url.host())},
           {"port", defined(url.has_port(), url.port())},
           {"path", url.path()},
           {"query", defined(url.has_query(), url.query())},
           {"fragment", defined(url.has_fragment(), url.fragment())}}};
}

}  // namespace

std::vector<component_difference> differences(std::string_view a, std::string_view b) {
  std::vector<component_difference> found;
  const auto of_a = parts_of(a);
  const auto of_b = parts_of(b);
  for (std::size_t i = 0; i < of_a.size(); ++i)
    if (of_a[i].second != of_b[i].second) found.push_back({of_a[i].first, of_a[i].second, of_b[i].second});
  return found;
}

}  // namespace urlsieve
