#include "src/url/hosts/host_names.hpp"

#include <algorithm>
#include <cstddef>

#include "src/text/ascii.hpp"
#include "src/url/hosts/host.hpp"
#include "src/url/hosts/public_suffix.hpp"

namespace urlsieve {
namespace {

// Returns the size of the public suffix at the end of `host`, including a trailing dot; 0 without a suffix.
std::size_t suffix_size(std::string_view host) {
  const public_suffix_list& list = public_suffix_list::system();
  if (std::none_of(host.begin(), host.end(), ascii::is_upper)) return list.public_suffix(host).size();
  return list.public_suffix(ascii::lowered(host)).size();
}

host_names split_before(std::string_view host, std::size_t suffix) {
  host_names names;
  names.suffix = host.substr(suffix);
  // The registrable domain has one label more than the suffix.
  if (suffix < 2) return names;
  const std::size_t domain = host.rfind('.', suffix - 2) + 1;
  if (domain + 1 == suffix) return names;
  names.domain = host.substr(domain);
  if (domain > 1) names.subdomain = host.substr(0, domain - 1);
  return names;
}

}  // namespace

host_names names_of_host(std::string_view host) {
  const std::size_t size = suffix_size(host);
  return size == 0 ? host_names() : split_before(host, host.size() - size);
}

host_names names_of_plain_host(std::string_view host) {
  static const suffix_rules& rules = public_suffix_list::system().rules();
  if (rules.empty()) return names_of_host(host);
  const std::size_t suffix = rules.suffix_of(host);
  // A single label has no suffix.
  if (suffix == 0 && host.find('.') == std::string_view::npos) return {};
  return split_before(host, suffix);
}

void append_reversed_host(std::string_view host, std::string& out) {
  if (is_ipv4(host) || host.find_first_of(":/[") != std::string_view::npos) {
    out.append(host);
    return;
  }
  while (true) {
    const std::size_t dot = host.rfind('.');
    if (dot == std::string_view::npos) break;
    out.append(host.substr(dot + 1)).append(1, '.');
    host = host.substr(0, dot);
  }
  out.append(host);
}

}  // namespace urlsieve
