#include "src/url/parse/refusal.hpp"

#include <algorithm>
#include <charconv>

#include "src/text/scan/byte_class.hpp"
#include "src/url/hosts/host.hpp"
#include "src/url/parse/parse.hpp"
#include "src/url/percent.hpp"

namespace urlsieve {

namespace {

// Checks a port as the port state of "URL parsing" in the WHATWG URL standard does.
bool is_port_in_range(std::string_view port) {
  unsigned number = 0;
  const auto [end, failed] = std::from_chars(port.data(), port.data() + port.size(), number);
  return port.empty() || (failed == std::errc() && end == port.data() + port.size() && number <= 65535);
}

// The "ends in a number" checker of "Host parsing": if true, the host must be an IPv4 address.
bool ends_in_number(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  const std::string_view last = host.substr(host.rfind('.') + 1);
  const auto all_in = [](std::string_view text, const byte_set& set) {
    return std::all_of(text.begin(), text.end(), [&set](char c) { return set.contains(c); });
  };
  if (last.empty()) return false;
  if (all_in(last, bytes::digit)) return true;
  return (last.starts_with("0x") || last.starts_with("0X")) && all_in(last.substr(2), bytes::hexdig);
}

std::string_view refused_host(std::string_view host, bool is_domain) {
  if (host.starts_with('['))
    return is_ipv6(host.substr(1, host.size() - 2)) ? "" : "an address in brackets is an IPv6 address";
  constexpr byte_set forbidden = byte_set(" #/:<>?@[\\]^|%") | bytes::c0_and_delete;
  for (std::size_t i = 0; i < host.size(); ++i) {
    const bool escaped = is_escape(host, i);
    if (escaped && !is_domain) continue;  // an opaque host keeps its escapes
    if (forbidden.contains(escaped ? decoded_escape(host, i) : host[i])) return "forbidden host code point";
    if (escaped) i += 2;
  }
  if (is_domain && ends_in_number(host) && !any_ipv4(host))
    return "a host that ends in a number is an IPv4 address";
  return "";
}

// For special schemes, browsers read any number of slashes, including none, as "//".
url_view with_authority(const url_view& url) {
  const std::string_view whole = url.whole();
  url_offsets at = url.offsets();
  const std::size_t first = std::min(whole.find_first_not_of('/', at.scheme_end + 1), whole.size());
  at.authority = static_cast<std::uint32_t>(first);
  at.path = static_cast<std::uint32_t>(std::min(whole.find_first_of("/?#", first), whole.size()));
  at.userinfo_end = at.port = url_offsets::omitted;
  split_authority(whole, at);
  return url_view::at(whole.data(), at);
}

}  // namespace

std::string_view refused_by_browsers(const url_view& url, const scheme_info* scheme) {
  const bool special = scheme != nullptr && scheme->has(scheme_rule::backslash);
  const bool is_file = special && scheme->has(scheme_rule::local_host);
  if (special && !is_file && (!url.has_authority() || url.host().empty())) {
    const url_view read = with_authority(url);
    if (read.host().empty()) return "missing host";
    if (!is_port_in_range(read.port())) return "port out of range";
    return refused_host(read.host(), true);
  }
  if (!url.has_authority()) return "";
  if (is_file && (url.has_userinfo() || url.has_port())) {
    const std::string_view drive = url.authority();  // "C:", which browsers move to the path
    if (drive.size() == 2 && bytes::alpha.contains(drive[0]) && drive[1] == ':') return "";
    return "a file has neither credentials nor a port";
  }
  if (url.host().empty() && (url.has_userinfo() || url.has_port())) return "missing host";
  if (!is_port_in_range(url.port())) return "port out of range";
  return refused_host(url.host(), special);
}

}  // namespace urlsieve
