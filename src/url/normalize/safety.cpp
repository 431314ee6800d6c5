#include "src/url/normalize/safety.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/hosts/host.hpp"
#include "src/url/hosts/idna.hpp"
#include "src/url/hosts/public_suffix.hpp"
#include "src/url/percent.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

namespace {

bool is_known_host(std::string_view name) {
  if (name.find('.') == std::string_view::npos) return false;
  return any_ipv4(name).has_value() ||
         (is_hostname(name) && public_suffix_list::system().is_under_named_suffix(name));
}

// Returns true if the userinfo imitates a host: "http://www.example.com&story=1@10.0.0.1/" leads to 10.0.0.1
// (section 7.5). Decodes escapes and letters beyond ASCII as a reader sees them. Requires a known public
// suffix, because names of persons ("john.smith") are not hosts.
bool looks_like_host(std::string_view userinfo) {
  constexpr byte_set host_char = bytes::alphanum | byte_set("-.") | bytes::non_ascii;
  std::array<char, longest_idna_host> name;
  std::size_t size = 0;
  for (std::size_t i = 0; i < userinfo.size() && size < name.size(); ++i) {
    const bool escaped = is_escape(userinfo, i);
    const char c = escaped ? decoded_escape(userinfo, i) : userinfo[i];
    if (!host_char.contains(c)) break;
    name[size++] = ascii::lower(c);
    if (escaped) i += 2;
  }
  const std::string_view front(name.data(), size);
  const auto ascii_size = static_cast<std::size_t>(
      std::find_if(front.begin(), front.end(), [](char c) { return bytes::non_ascii.contains(c); }) -
      front.begin());
  if (is_known_host(front.substr(0, ascii_size))) return true;
  if (ascii_size == size) return false;
  std::array<char, longest_idna_host> labels;
  const auto converted = to_a_labels(front, labels.data());
  return converted && is_known_host({labels.data(), *converted});
}

// Returns true for a port other than the scheme's default, or an invalid port (section 7.2).
bool is_odd_port(std::string_view port, const scheme_info* scheme) {
  if (port.empty()) return false;
  unsigned number = 0;
  const auto [end, failed] = std::from_chars(port.data(), port.data() + port.size(), number);
  if (failed != std::errc() || end != port.data() + port.size() || number > 65535) return true;
  return scheme != nullptr && scheme->default_port != 0 && number != scheme->default_port;
}

// Returns the offset of the first escape of a byte in `controls`, or npos.
std::size_t find_escaped(std::string_view text, const byte_set& controls) {
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1))
    if (is_escape(text, at) && controls.contains(decoded_escape(text, at))) return at;
  return std::string_view::npos;
}

// Controls without a meaning in the path and query of the scheme: gopher separates the search by "%09" (RFC
// 4266 section 2.1), prospero the version by "%00" (RFC 4157 section 2).
constexpr byte_set but_tab = byte_set::range(0x00, 0x08) | byte_set::range(0x0A, 0x1F) | byte_set("\x7F");
constexpr byte_set but_null = byte_set::range(0x01, 0x1F) | byte_set("\x7F");

const byte_set& strange_controls(const scheme_info* scheme) {
  if (scheme == nullptr || !scheme->has(scheme_rule::selector)) return bytes::c0_and_delete;
  return scheme->has(scheme_rule::gopher_type) ? but_tab
         : scheme->name == "prospero"          ? but_null
                                               : bytes::c0_and_delete;
}

bool is_rare_ipv4(std::string_view host) {
  return !host.empty() && bytes::digit.contains(host.front()) && !is_ipv4(host) && any_ipv4(host).has_value();
}

}  // namespace

std::uint16_t userinfo_flags(std::string_view userinfo) {
  return looks_like_host(userinfo) ? flag::userinfo | flag::misleading_userinfo : flag::userinfo;
}

std::size_t find_escaped_control(const url_view& url, const scheme_info* scheme) {
  const std::string_view whole = url.whole();
  const std::size_t path = url.offsets().path;
  const std::size_t before = find_escaped(whole.substr(0, path), bytes::c0_and_delete);
  if (before != std::string_view::npos) return before;
  const std::size_t behind = find_escaped(whole.substr(path), strange_controls(scheme));
  return behind == std::string_view::npos ? behind : path + behind;
}

std::uint16_t safety_flags(const url_view& url, const scheme_info* scheme) {
  unsigned flags = find_escaped_control(url, scheme) != std::string_view::npos ? flag::escaped_control : 0U;
  if (!url.has_authority() || (scheme != nullptr && !scheme->names_server()))
    return static_cast<std::uint16_t>(flags);
  if (url.has_userinfo()) flags |= userinfo_flags(url.userinfo());
  if (is_odd_port(url.port(), scheme)) flags |= flag::odd_port;
  const std::string_view host = url.host();
  if (scheme != nullptr && scheme->has(scheme_rule::domain_host) && is_rare_ipv4(host))
    flags |= flag::rare_ip;
  if (classify_host(host) == host_kind::reg_name) flags |= flag::reg_name;
  return static_cast<std::uint16_t>(flags);
}

}  // namespace urlsieve
