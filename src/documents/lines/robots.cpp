#include "src/documents/lines/robots.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "src/documents/header_fields.hpp"
#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

// Fields of RFC 9309, of sitemaps.org, and of search engines.
bool is_field_name(std::string_view name) {
  return ascii::is_one_of(name, {"user-agent", "disallow", "allow", "sitemap", "site-map", "crawl-delay",
                                 "host", "clean-param", "noindex", "request-rate", "visit-time", "indexpage",
                                 "content-signal", "content-usage", "comment", "robot-version"});
}

}  // namespace

bool begins_robots(const input_head& head) {
  constexpr int enough = 64;
  bool sure = false;
  std::string_view rest = head.lines;
  for (int lines = 0; lines < enough && !rest.empty(); ++lines) {
    const std::size_t feed = rest.find('\n');
    if (feed == npos && !head.whole) break;
    const std::string_view line = trimmed(rest.substr(0, std::min(rest.find('#'), feed)));
    rest.remove_prefix(feed == npos ? rest.size() : feed + 1);
    if (line.empty()) continue;
    const std::size_t colon = line.find(':');
    if (colon == npos) return false;
    const std::string_view name = trimmed(line.substr(0, colon));
    if (!is_field_name(name)) return false;
    const std::string_view value = trimmed(line.substr(colon + 1));
    sure = sure || ascii::same(name, "user-agent") ||
           (ascii::begins(name, "site") &&
            (ascii::begins(value, "http://") || ascii::begins(value, "https://")));
  }
  return sure;
}

}  // namespace urlsieve
