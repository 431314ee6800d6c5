// Predicates that tell remote names (URLs) of inputs and outputs from local paths.
#ifndef URLSIEVE_TRANSFER_REMOTE_NAME_HPP
#define URLSIEVE_TRANSFER_REMOTE_NAME_HPP

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace urlsieve {

// Returns true for "s3://bucket/key". Schemes are case-sensitive: "S3://" is a local path.
[[nodiscard]] constexpr bool is_s3_name(std::string_view name) {
  return name.starts_with("s3://");
}

[[nodiscard]] constexpr bool is_http_name(std::string_view name) {
  return name.starts_with("https://") || name.starts_with("http://");
}

// Returns true for URLs of S3 and HTTP. A local file with such a name needs "./" before its path.
[[nodiscard]] constexpr bool is_remote_name(std::string_view name) {
  return is_s3_name(name) || is_http_name(name);
}

// Removes user and password, as browsers do from the URL of a page.
[[nodiscard]] inline std::string without_userinfo(std::string url) {
  const std::size_t authority = url.find("://");
  if (authority == std::string::npos) return url;
  const std::size_t end = std::min(url.find_first_of("/?#", authority + 3), url.size());
  const std::size_t at = url.rfind('@', end);
  if (at != std::string::npos && at > authority && at < end) url.erase(authority + 3, at - authority - 2);
  return url;
}

}  // namespace urlsieve

#endif
