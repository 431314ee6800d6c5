#include "src/documents/captured_name.hpp"

#include <algorithm>
#include <cstddef>

#include "src/text/ascii.hpp"

namespace urlsieve {

std::string_view captured_path(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return {};
  url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find_first_of("?#"));
  return url.substr(std::min(url.find('/'), url.size()));
}

bool is_robots_url(std::string_view url) {
  return captured_path(url) == "/robots.txt";
}

bool is_gzipped_sitemap_url(std::string_view url) {
  const std::string_view path = captured_path(url);
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return ascii::ends(name, ".xml.gz") || (ascii::ends(name, ".gz") && ascii::contains(name, "sitemap"));
}

bool is_message_url(std::string_view url) {
  const std::string_view path = captured_path(url);
  return ascii::ends(path, ".eml") || ascii::ends(path, ".mht") || ascii::ends(path, ".mhtml");
}

}  // namespace urlsieve
