#include "src/url/hosts/reversed_host.hpp"

#include "src/url/hosts/host.hpp"

namespace urlsieve {

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
