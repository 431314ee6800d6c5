// Random URLs from hosts and pieces of path, query and fragment.
#ifndef URLSIEVE_TESTS_RANDOM_URLS_HPP
#define URLSIEVE_TESTS_RANDOM_URLS_HPP

#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve::testing {

// Returns `count` http and https URLs with at most eight pieces after the first "/". Equal arguments yield
// equal URLs.
inline std::vector<std::string> random_urls(unsigned count, std::span<const std::string_view> hosts,
                                            std::span<const std::string_view> pieces, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::string> urls(count);
  for (std::string& url : urls) {
    url.append(random() % 2 == 0 ? "http://" : "https://").append(hosts[random() % hosts.size()]).append("/");
    for (auto left = random() % 9; left != 0; --left) url += pieces[random() % pieces.size()];
  }
  return urls;
}

}  // namespace urlsieve::testing

#endif
