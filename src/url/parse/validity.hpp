// Validates a URL by the generic grammar of RFC 3986 Appendix A, component by component. Parsing never
// validates.
#ifndef URLSIEVE_URL_PARSE_VALIDITY_HPP
#define URLSIEVE_URL_PARSE_VALIDITY_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include "urlsieve/url_view.hpp"

namespace urlsieve {

enum class component : std::uint8_t { scheme, userinfo, host, port, path, query, fragment };

// Returns the name of `part`: "scheme".
[[nodiscard]] constexpr std::string_view name_of(component part) {
  constexpr std::string_view names[] = {"scheme", "userinfo", "host", "port", "path", "query", "fragment"};
  return names[static_cast<unsigned>(part)];
}

struct violation {
  component where;
  std::uint32_t position;  // offset of the first invalid byte; the size if the URL ends too early
  std::string_view rule;   // static string: the broken rule and its source
};

// Appends the first violation of each component of `url`, absolute or relative, to `out`, in URL order.
void find_violations(const url_view& url, std::vector<violation>& out);

// Returns true if find_violations() finds none.
[[nodiscard]] bool is_valid(const url_view& url);

}  // namespace urlsieve

#endif
