// Random URLs with the properties of real lists: long common prefixes, URLs that are prefixes of other URLs,
// and repetitions.
#ifndef URLSIEVE_TESTS_MADE_UP_URLS_HPP
#define URLSIEVE_TESTS_MADE_UP_URLS_HPP

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace urlsieve::testing {

inline std::string made_up_url(std::mt19937_64& random) {
  static const std::vector<std::string> hosts{"https://example.org", "http://www.example.com", "https://a.b",
                                              "https://very.long.name.of.a.host.example.net:8443"};
  static const std::vector<std::string> words{
      "/",     "/a",       "/index", "/wiki/", "?q=", "%C3%A9", "/deeply/nested/path",
      ".html", "aaaaaaaa", "\x7F",   "~",      "/0"};
  std::string url = hosts[random() % hosts.size()];
  for (std::size_t left = random() % 9; left > 0; --left) url += words[random() % words.size()];
  if (random() % 2 == 0) url += std::to_string(random() % 5000);
  return url;
}

inline std::vector<std::string> made_up_urls(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::string> urls;
  urls.reserve(count);
  for (std::size_t i = 0; i < count; ++i) urls.push_back(made_up_url(random));
  return urls;
}

}  // namespace urlsieve::testing

#endif
