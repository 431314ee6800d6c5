#include "src/url/normalize/surt.hpp"

#include <algorithm>
#include <cstring>

#include "src/text/ascii.hpp"
#include "src/url/conventions/conventions.hpp"
#include "src/url/hosts/host.hpp"
#include "src/url/parse/parse.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

namespace {

char* write_lowered(std::string_view text, char* out) {
  return std::transform(text.begin(), text.end(), out, ascii::lower);
}

// Removes "www." and "www2.", which do not identify the owner of a host.
std::string_view without_www(std::string_view host) {
  if (!host.starts_with("www")) return host;
  std::size_t digits = 3;
  while (digits < host.size() && host[digits] >= '0' && host[digits] <= '9') ++digits;
  return digits < host.size() && host[digits] == '.' ? host.substr(digits + 1) : host;
}

// Writes "?" and the sorted query without session ids and empty parameters. Empty parameters sort first.
char* write_query(std::string_view text, char* out) {
  char* const query = out + 1;
  std::size_t size = static_cast<std::size_t>(write_lowered(text, query) - query);
  size = drop_query_sessions(query, size);
  sort_parameters(query, size, '&');
  const std::size_t empty = std::min(std::string_view(query, size).find_first_not_of('&'), size);
  if (empty == size) return out;
  *out = '?';
  std::memmove(query, query + empty, size - empty);
  return query + size - empty;
}

}  // namespace

std::size_t write_surt(std::string_view text, char* out) {
  const url_view url = url_view::of(text);
  std::string_view host = url.host();
  char* const start = out;
  if (host.empty()) return static_cast<std::size_t>(write_lowered(text, out) - start);
  if (is_ipv4(host) || host.front() == '[') {
    out = write_lowered(host, out);
  } else {
    host = without_www(host);
    while (!host.empty()) {
      const std::size_t dot = host.rfind('.');
      const std::size_t from = dot == std::string_view::npos ? 0 : dot + 1;
      if (out != start) *out++ = ',';
      out = write_lowered(host.substr(from), out);
      host = host.substr(0, dot == std::string_view::npos ? 0 : dot);
    }
  }
  if (!url.port().empty()) {
    *out++ = ':';
    out = write_lowered(url.port(), out);
  }
  *out++ = ')';
  char* const path = out;
  out = write_lowered(url.path().empty() ? "/" : url.path(), out);
  out = path + drop_path_sessions(path, static_cast<std::size_t>(out - path), true);
  if (out - path > 1 && out[-1] == '/') --out;
  out = write_query(url.query(), out);
  return static_cast<std::size_t>(out - start);
}

std::size_t write_url_of_surt(std::string_view key, char* out) {
  std::string_view scheme = "http://";
  if (const std::size_t open = key.find("://("); open != std::string_view::npos && open < key.find(')')) {
    scheme = key.substr(0, open + 3);
    key.remove_prefix(open + 4);
  }
  const std::size_t close = key.find(')');
  std::string_view host = key.substr(0, close);
  std::string_view path = close == std::string_view::npos ? std::string_view() : key.substr(close + 1);
  if (close == std::string_view::npos || host.empty() ||
      (!path.empty() && path[0] != '/' && path[0] != '?') ||
      host.find_first_of("/?# \t") != std::string_view::npos)
    return 0;
  const std::size_t colon = host.front() == '[' ? host.find("]:") : host.find(':');
  std::string_view port = colon == std::string_view::npos ? std::string_view() : host.substr(colon);
  if (port.starts_with(']')) port.remove_prefix(1);
  host.remove_suffix(port.size());
  while (host.ends_with(',')) host.remove_suffix(1);
  if (host.empty()) return 0;
  char* const start = out;
  out = std::copy(scheme.begin(), scheme.end(), out);
  while (!host.empty()) {
    const std::size_t comma = host.rfind(',');
    const std::string_view label = host.substr(comma == std::string_view::npos ? 0 : comma + 1);
    if (label.empty() || label == "*") return 0;
    out = std::copy(label.begin(), label.end(), out);
    host.remove_suffix(label.size());
    if (host.empty()) break;
    host.remove_suffix(1);
    *out++ = '.';
  }
  out = std::copy(port.begin(), port.end(), out);
  if (path.empty()) path = "/";
  out = std::copy(path.begin(), path.end(), out);
  return static_cast<std::size_t>(out - start);
}

}  // namespace urlsieve
