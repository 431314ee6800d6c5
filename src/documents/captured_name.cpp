#include "src/documents/captured_name.hpp"

#include <algorithm>
#include <cstddef>

#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

// Returns the path of an absolute URL with its first "/"; empty if there is none.
std::string_view path_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return {};
  url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find_first_of("?#"));
  return url.substr(std::min(url.find('/'), url.size()));
}

}  // namespace

bool is_robots_url(std::string_view url) {
  return path_of(url) == "/robots.txt";
}

bool is_gzipped_sitemap_url(std::string_view url) {
  const std::string_view path = path_of(url);
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return ascii::ends(name, ".xml.gz") || (ascii::ends(name, ".gz") && ascii::contains(name, "sitemap"));
}

}  // namespace urlsieve
