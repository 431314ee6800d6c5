// The rules are those of IAURLCanonicalizer and GoogleURLCanonicalizer of the Internet Archive, in their
// order: they apply to the URL as written, so a key cannot be made from a normalized URL.
#include "src/records/replay_key.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "src/records/session_ids.hpp"
#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"
#include "urlsieve/normalizer.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {
namespace {

constexpr std::string_view white_space = " \t\n\r\v\f";
constexpr std::size_t not_found = std::string_view::npos;

// Returns the value of a hexadecimal digit, or -1.
int hex_value(char c) {
  if (ascii::is_digit(c)) return c - '0';
  const char lower = ascii::lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Decodes escapes until none is left. No two escapes overlap, so the order does not matter, and one pass with
// the decoded bytes as a stack is enough.
std::string without_escapes(std::string_view written) {
  std::string plain;
  plain.reserve(written.size());
  for (const char c : written) {
    plain += c;
    while (plain.size() >= 3 && plain[plain.size() - 3] == '%') {
      const int high = hex_value(plain[plain.size() - 2]);
      const int low = hex_value(plain.back());
      if (high < 0 || low < 0) break;
      plain.resize(plain.size() - 3);
      plain += static_cast<char>(high * 16 + low);
    }
  }
  return plain;
}

// Encodes "#", "%", space, controls and bytes that are not ASCII.
std::string escaped_once(std::string_view plain) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string escaped;
  escaped.reserve(plain.size());
  for (const char c : plain) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' && byte < 0x7F && c != '#' && c != '%')
      escaped += c;
    else
      escaped.append({'%', digits[byte >> 4U], digits[byte & 0xFU]});
  }
  return escaped;
}

struct url_parts {
  std::string_view scheme;
  std::string_view host;
  std::optional<std::uint32_t> port;
  std::string path;
  std::string_view query;
};

// Returns the size of the scheme at the start of `url`; 0 without a scheme.
std::size_t scheme_size(std::string_view url) {
  if (url.empty() || !bytes::alpha.contains(url.front())) return 0;
  std::size_t size = 0;
  while (size < url.size() && bytes::scheme_char.contains(url[size])) ++size;
  return size < url.size() && url[size] == ':' ? size : 0;
}

// Removes all but the last of several "http://" and "https://" at the start of `url`.
std::string_view without_repeated_schemes(std::string_view url) {
  const auto size_of_one = [](std::string_view rest) -> std::size_t {
    return rest.starts_with("http://") ? 7 : rest.starts_with("https://") ? 8 : 0;
  };
  for (std::size_t size = size_of_one(url); size != 0 && size_of_one(url.substr(size)) != 0;
       size = size_of_one(url))
    url.remove_prefix(size);
  return url;
}

// Sets host and port. Returns false if the port is no number up to 65535.
bool split_authority(std::string_view authority, url_parts& parts) {
  while (authority.ends_with(':')) authority.remove_suffix(1);
  const std::string_view place = authority.substr(authority.rfind('@') + 1);
  const std::size_t bracket = place.find('[');
  std::string_view behind;  // ":port"
  if (bracket != not_found) {
    const std::string_view inside = place.substr(bracket + 1);
    const std::size_t end = std::min(inside.find(']'), inside.size());
    parts.host = inside.substr(0, end);
    behind = inside.substr(std::min(end + 1, inside.size()));
    behind.remove_prefix(std::min(behind.find(':'), behind.size()));
  } else {
    parts.host = place.substr(0, place.find(':'));
    behind = place.substr(parts.host.size());
  }
  if (behind.empty()) return true;
  std::uint32_t port = 0;
  const char* const end = behind.data() + behind.size();
  const auto [read, failed] = std::from_chars(behind.data() + 1, end, port);
  if (failed != std::errc() || read != end || port > 65535) return false;
  if (port != 0) parts.port = port;
  return true;
}

std::optional<url_parts> split_url(std::string_view url) {
  url_parts parts;
  parts.scheme = url.substr(0, scheme_size(url));
  std::string_view rest = url.substr(parts.scheme.size() + 1);
  rest = rest.substr(0, rest.find('#'));
  const std::size_t question = rest.find('?');
  if (question != not_found) parts.query = rest.substr(question + 1);
  rest = rest.substr(0, question);
  if (rest.starts_with("//")) {
    const std::string_view authority = rest.substr(2, rest.find('/', 2) - 2);
    if (!split_authority(authority, parts)) return std::nullopt;
    rest.remove_prefix(2 + authority.size());
  }
  parts.path = rest;
  if (parts.scheme.starts_with("http") && parts.host.empty() && !rest.empty()) {
    rest.remove_prefix(std::min(rest.find_first_not_of('/'), rest.size()));
    parts.host = rest.substr(0, rest.find('/'));
    rest.remove_prefix(parts.host.size());
    parts.path = rest.empty() ? "/" : std::string(rest);
  }
  return parts;
}

// Returns the number of decimal digits, or of octal digits behind "0"; nullopt above `most`.
std::optional<std::uint64_t> address_part(std::string_view digits, std::uint64_t most) {
  const bool is_octal = digits.size() > 1 && digits.front() == '0';
  std::uint64_t value = 0;
  for (const char c : digits) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (is_octal && digit > 7) return std::nullopt;
    value = value * (is_octal ? 8 : 10) + digit;
    if (value > most) return std::nullopt;
  }
  return value;
}

// Returns the address of one to four numbers, of which the last has all remaining bytes, as inet_aton() does.
std::optional<std::uint32_t> address_of_parts(std::string_view host) {
  std::uint64_t address = 0;
  std::uint64_t rest = 0xFFFFFFFF;  // greatest value of the last part
  for (std::size_t at = 0;;) {
    const std::size_t dot = host.find('.', at);
    const std::string_view digits = host.substr(at, dot == not_found ? dot : dot - at);
    if (digits.empty() || rest == 0 || !std::ranges::all_of(digits, ascii::is_digit)) return std::nullopt;
    const std::optional<std::uint64_t> part = address_part(digits, dot == not_found ? rest : 255);
    if (!part) return std::nullopt;
    if (dot == not_found) return static_cast<std::uint32_t>(address | *part);
    rest >>= 8U;
    address |= *part * (rest + 1);
    at = dot + 1;
  }
}

// Returns an address in dotted form if `host` is a number, or has the form of an address of decimal or octal
// numbers.
std::optional<std::string> address_of(std::string_view host) {
  std::optional<std::uint32_t> address;
  if (!host.empty() && std::ranges::all_of(host, ascii::is_digit)) {
    address = 0;  // the lower four bytes of the number
    for (const char c : host) *address = *address * 10 + static_cast<std::uint32_t>(c - '0');
  } else {
    address = address_of_parts(host);
  }
  if (!address) return std::nullopt;
  std::string text;
  for (const unsigned shift : {24U, 16U, 8U, 0U})
    text.append(text.empty() ? "" : ".").append(std::to_string(*address >> shift & 0xFFU));
  return text;
}

// Returns a host of other characters than ASCII as IDNA has it; unchanged if IDNA refuses it.
std::string as_idna(const std::string& host) {
  normalizer urls;
  const normalizer::outcome normal = urls.normalize("http://" + host + "/");
  return normal.rejected == rejection::none ? std::string(url_view::of(normal.url).host()) : host;
}

std::string canonical_host(std::string_view written) {
  std::string host = without_escapes(ascii::lowered(written));
  if (std::ranges::any_of(host, [](char c) { return static_cast<unsigned char>(c) > 0x7F; }))
    host = as_idna(host);
  std::string single;  // ".." becomes "." in one pass
  for (std::size_t i = 0; i < host.size(); ++i) {
    single += host[i];
    if (host[i] == '.' && i + 1 < host.size() && host[i + 1] == '.') ++i;
  }
  const std::size_t first = std::min(single.find_first_not_of('.'), single.size());
  host = single.substr(first, single.find_last_not_of('.') + 1 - first);
  if (std::optional<std::string> address = address_of(host)) return *std::move(address);
  return ascii::lowered(escaped_once(host));
}

// Removes "www.", also with digits behind "www".
std::string_view without_www(std::string_view host) {
  if (!host.starts_with("www")) return host;
  const std::size_t end = host.find_first_not_of("0123456789", 3);
  return end != not_found && host[end] == '.' ? host.substr(end + 1) : host;
}

// Removes dot segments and empty segments; ".." at the root stays.
std::string without_dots(std::string_view path) {
  if (path.empty()) return "/";
  std::vector<std::string_view> kept;
  for (std::size_t slash = path.find('/'); slash != not_found;) {
    const std::size_t next = path.find('/', slash + 1);
    const std::string_view segment = path.substr(slash + 1, next == not_found ? next : next - slash - 1);
    slash = next;
    if (segment == ".") continue;
    if (segment == ".." && !kept.empty())
      kept.pop_back();
    else
      kept.push_back(segment);
  }
  std::string joined = "/";
  for (std::size_t i = 0; i < kept.size(); ++i) {
    joined += kept[i];
    if (i + 1 < kept.size() && !kept[i].empty()) joined += '/';
  }
  return joined;
}

std::string sorted_parameters(std::string_view query) {
  struct parameter {
    std::string_view name;
    bool has_value = false;
    std::string_view value;
    auto operator<=>(const parameter&) const = default;
  };
  std::vector<parameter> all;
  for (std::size_t at = 0; at <= query.size();) {
    const std::size_t end = std::min(query.find('&', at), query.size());
    const std::string_view text = query.substr(at, end - at);
    const std::size_t equals = text.find('=');
    const bool has_value = equals != not_found;
    all.push_back({.name = text.substr(0, equals),
                   .has_value = has_value,
                   .value = has_value ? text.substr(equals + 1) : std::string_view()});
    at = end + 1;
  }
  std::ranges::sort(all);
  std::string sorted;
  for (const parameter& each : all) {
    if (&each != all.data()) sorted += '&';
    sorted += each.name;
    if (each.has_value) sorted.append(1, '=').append(each.value);
  }
  return sorted;
}

std::string canonical_path(std::string_view written, bool has_host) {
  const std::string plain = without_escapes(written);
  std::string path = ascii::lowered(escaped_once(has_host ? without_dots(plain) : plain));
  path = without_path_sessions(std::move(path));
  if (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

std::string canonical_query(std::string_view written) {
  const std::string query = without_query_sessions(escaped_once(without_escapes(written)));
  return sorted_parameters(ascii::lowered(query));
}

std::string reversed_host(std::string_view host) {
  std::string reversed;
  for (std::size_t end = host.size();;) {
    const std::size_t dot = host.substr(0, end).rfind('.');
    reversed += host.substr(dot + 1, end - dot - 1);
    if (dot == not_found) return reversed;
    reversed += ',';
    end = dot;
  }
}

}  // namespace

std::string replay_key(std::string_view url) {
  url.remove_prefix(std::min(url.find_first_not_of(white_space), url.size()));
  url = url.substr(0, url.find_last_not_of(white_space) + 1);
  if (url.empty()) return "-";
  if (url.starts_with("filedesc")) return std::string(url);
  std::string single_line(url);
  std::erase_if(single_line, [](char c) { return c == '\n' || c == '\r' || c == '\t'; });
  if (scheme_size(single_line) == 0) single_line.insert(0, "http://");
  const std::optional<url_parts> parts = split_url(without_repeated_schemes(single_line));
  if (!parts) {
    std::string key = ascii::lowered(single_line);
    std::erase_if(key, [](char c) { return white_space.find(c) != not_found; });
    return key;
  }
  const std::string host = canonical_host(parts->host);
  const std::string path = canonical_path(parts->path, !host.empty());
  const std::string query = parts->query.empty() ? std::string() : canonical_query(parts->query);
  std::string key;
  if (const std::string_view shown = parts->scheme == "dns" ? host : without_www(host); !shown.empty()) {
    key = reversed_host(shown);
    const std::uint32_t usual = ascii::same(parts->scheme, "http")    ? 80
                                : ascii::same(parts->scheme, "https") ? 443
                                                                      : 0;
    if (parts->port && *parts->port != usual) key.append(1, ':').append(std::to_string(*parts->port));
    key += ')';
  } else {
    key.append(parts->scheme).append(1, ':');
  }
  key += path.empty() && !query.empty() ? "/" : path;
  if (!query.empty()) key.append(1, '?').append(query);
  return key;
}

}  // namespace urlsieve
