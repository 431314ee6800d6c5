#include "src/pipeline/filters/filter_column.hpp"

#include <algorithm>

#include "src/url/public_suffix.hpp"

namespace urlsieve {

std::optional<filter_column> filter_column_named(std::string_view name) {
  const auto* const found = std::find(filter_column_names.begin(), filter_column_names.end(), name);
  if (found == filter_column_names.end()) return std::nullopt;
  return static_cast<filter_column>(found - filter_column_names.begin());
}

std::string_view extension_of(std::string_view path) {
  if (!path.starts_with('/')) return {};
  const std::string_view segment = path.substr(path.rfind('/') + 1);
  const std::size_t dot = segment.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : segment.substr(dot + 1);
}

// Where there is none the list's own answer is the host itself.
std::string_view domain_of(std::string_view host) {
  const public_suffix_list& list = public_suffix_list::system();
  const std::size_t suffix = list.public_suffix(host).size();
  return suffix == 0 || suffix == host.size() ? std::string_view() : list.registrable_domain(host);
}

std::string_view column_of(const url_view& url, filter_column column) {
  switch (column) {
    case filter_column::url:
      return url.whole();
    case filter_column::scheme:
      return url.scheme();
    case filter_column::userinfo:
      return url.userinfo();
    case filter_column::host:
      return url.host();
    case filter_column::subdomain: {
      const std::string_view host = url.host();
      const std::string_view domain = domain_of(host);
      return domain.empty() || domain.size() == host.size() ? std::string_view()
                                                            : host.substr(0, host.size() - domain.size() - 1);
    }
    case filter_column::domain:
      return domain_of(url.host());
    case filter_column::suffix:
      return public_suffix_list::system().public_suffix(url.host());
    case filter_column::port:
      return url.port();
    case filter_column::path:
      return url.path();
    case filter_column::extension:
      return extension_of(url.path());
    case filter_column::query:
      return url.query();
    case filter_column::fragment:
      return url.fragment();
  }
  return {};
}

}  // namespace urlsieve
