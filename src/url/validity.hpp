// Is a URL valid, and where not? The generic grammar of RFC 3986 Appendix A, component by component. Parsing
// never asks; this is the second question.
#ifndef URLSIEVE_URL_VALIDITY_HPP
#define URLSIEVE_URL_VALIDITY_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include "urlsieve/url.hpp"

namespace urlsieve {

enum class component : std::uint8_t { scheme, userinfo, host, port, path, query, fragment };

[[nodiscard]] constexpr std::string_view name_of(component part) {
  constexpr std::string_view names[] = {"scheme", "userinfo", "host", "port", "path", "query", "fragment"};
  return names[static_cast<unsigned>(part)];
}

struct violation {
  component where;
  std::uint32_t
      position;  // of the first byte that breaks the rule, in the whole URL; its size: too early an end
  std::string_view rule;  // static: the rule broken and its source
};

// Appends the first violation of each component.
void find_violations(const url_view& url, std::vector<violation>& out);

[[nodiscard]] bool is_valid(const url_view& url);

}  // namespace urlsieve

#endif
