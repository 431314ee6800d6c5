// Passwords do not belong into logs, statistics and reports (rfc2396bis-01 section 7.4).
#ifndef URLSIEVE_PASSWORD_HPP
#define URLSIEVE_PASSWORD_HPP

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace urlsieve {

// `text` with "***" for the password of the URL that it begins with, if there is one: for messages only.
[[nodiscard]] inline std::string without_password(std::string_view text) {
  std::string shown(text);
  const std::size_t slashes = text.find("//");
  if (slashes == std::string_view::npos) return shown;
  const std::size_t begin = slashes + 2;
  const std::string_view authority =
      text.substr(begin, std::min(text.find_first_of("/?#", begin), text.size()) - begin);
  const std::size_t at = authority.rfind('@');
  const std::size_t colon = authority.find(':');
  if (at != std::string_view::npos && colon < at) shown.replace(begin + colon + 1, at - colon - 1, "***");
  return shown;
}

}  // namespace urlsieve

#endif
