#include "src/records/url_columns_of_index.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/hosts/public_suffix.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t nowhere = std::string_view::npos;

// Returns true for one to four decimal numbers; the numbers but the last are at most 255.
bool is_address(std::string_view host) {
  std::size_t count = 0;
  for (std::size_t at = 0; at <= host.size(); ++count) {
    const std::size_t end = std::min(host.find('.', at), host.size());
    const std::string_view part = host.substr(at, end - at);
    if (part.empty() || !std::ranges::all_of(part, ascii::is_digit)) return false;
    const bool is_small = part.size() < 3 || (part.size() == 3 && part <= "255");
    if (end != host.size() && !is_small) return false;
    at = end + 1;
  }
  return count <= 4;
}

bool is_http_protocol(std::string_view protocol) {
  return protocol == "http" || protocol == "https";
}

// Returns the host one label below `suffix` at the end of `host`; empty if the suffix is the whole host.
std::string_view domain_below(std::string_view host, std::string_view suffix) {
  if (suffix.empty() || suffix.size() >= host.size()) return {};
  const std::string_view front = host.substr(0, host.size() - suffix.size() - 1);
  return host.substr(front.rfind('.') + 1);
}

}  // namespace

void url_columns_of_index::set_host(std::string_view written) {
  if (written == written_host_ && !written.empty()) return;
  written_host_ = written;
  host_ = {};
  host_.name = ascii::lowered(written);
  if (host_.name.empty() || host_.name.starts_with('[')) return;
  const bool is_odd = is_address(host_.name) || std::ranges::any_of(host_.name, [](char c) {
                        return c == '%' || bytes::non_ascii.contains(c);
                      });
  if (is_odd) {
    const normalizer::outcome normal = urls_.normalize("http://" + host_.name + "/");
    if (normal.rejected == rejection::none) host_.name = url_view::of(normal.url).host();
  }
  if (is_address(host_.name)) return;
  if (host_.name.ends_with('.')) host_.name.pop_back();
  const std::string_view name = host_.name;
  for (std::size_t end = name.size(), i = 0;; ++i) {
    const std::size_t dot = end == 0 ? nowhere : name.rfind('.', end - 1);
    const std::string_view label = name.substr(dot + 1, end - dot - 1);
    if (i < host_.parts.size()) host_.parts[i] = label;
    if (i != 0) host_.reversed += '.';
    host_.reversed += label;
    if (dot == nowhere) break;
    end = dot;
  }
  using section = public_suffix_list::section;
  const public_suffix_list& list = public_suffix_list::system();
  host_.private_suffix = list.named_suffix(name, section::all);
  host_.private_domain = domain_below(name, host_.private_suffix);
  const bool has_registry = !host_.private_suffix.empty();
  host_.registry_suffix = has_registry ? list.named_suffix(name, section::registries) : std::string_view();
  host_.registered_domain = domain_below(name, host_.registry_suffix);
}

void url_columns_of_index::split(std::string_view url) {
  port_.reset();
  query_ = {};
  const std::size_t colon = url.find(':');
  protocol_ = ascii::lowered(url.substr(0, colon));
  std::string_view rest = url.substr(std::min(colon, url.size() - 1) + 1);
  rest = rest.substr(0, rest.find('#'));
  if (protocol_ == "dns") {
    path_ = {};
    return set_host(rest);
  }
  const std::size_t question = rest.find('?');
  if (question != nowhere) query_ = rest.substr(question + 1);
  rest = rest.substr(0, question);
  // "http:/a.example/" and "http:///a.example/" have a host, too.
  const std::size_t slashes = std::min(rest.find_first_not_of('/'), rest.size());
  if (!rest.starts_with("//") && !is_http_protocol(protocol_)) {
    path_ = rest;
    return set_host({});
  }
  rest.remove_prefix(is_http_protocol(protocol_) ? slashes : 2);
  std::string_view authority = rest.substr(0, rest.find('/'));
  path_ = rest.substr(authority.size());
  authority.remove_prefix(authority.rfind('@') + 1);
  const std::size_t bracket = authority.find(']');
  const std::size_t port_at = authority.find(':', bracket == nowhere ? 0 : bracket);
  if (port_at != nowhere) {
    const std::string_view digits = authority.substr(port_at + 1);
    std::uint16_t port = 0;
    const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (failed == std::errc() && end == digits.data() + digits.size()) port_ = port;
  }
  set_host(authority.substr(0, port_at));
}

}  // namespace urlsieve
