// Unwrapping: the result is the URL itself, or a shorter http, https, ftp or mailto URL without control
// characters.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/url/text_forms/unwrap.hpp"
#include "src/url/text_forms/unwrap_rules.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::unwrap_target {

extern const std::size_t longest_input = 4'000;

void run(fuzz_input& given) {
  const unsigned choice = given.byte();
  // The input follows the host and path of a rule, or is a complete URL.
  std::string url(given.rest());
  if (choice < unwrap_rules.size()) {
    const unwrap_rule& rule = unwrap_rules[choice];
    std::string host(rule.host);
    if (host.front() == '.') host.insert(0, 1, 'x');
    if (host.back() == '*') host.replace(host.size() - 1, 1, "com");
    url = "https://" + host + std::string(rule.path) + url;
  }
  std::string buffer;
  const std::string_view inner = unwrapped(url, buffer);
  if (inner.data() == url.data()) {
    require(inner.size() == url.size());
    return;
  }
  require(inner.size() <= url.size());
  require(std::none_of(inner.begin(), inner.end(), [](char c) { return c >= 0 && c < ' '; }));
  std::string lowered(inner.substr(0, 8));
  for (char& c : lowered) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  constexpr std::array<std::string_view, 4> schemes = {"http://", "https://", "ftp://", "mailto:"};
  require(std::any_of(schemes.begin(), schemes.end(),
                      [&](std::string_view scheme) { return lowered.starts_with(scheme); }));
}

}  // namespace urlsieve::fuzz::unwrap_target
