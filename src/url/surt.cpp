#include "src/url/surt.hpp"

#include <algorithm>
#include <cstring>

#include "src/url/conventions.hpp"
#include "src/url/host.hpp"
#include "src/url/parse.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve {

namespace {

char* lowered(std::string_view text, char* out) {
  return std::transform(text.begin(), text.end(), out,
                        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
}

// "www." and "www2." say nothing about whose host it is.
std::string_view without_www(std::string_view host) {
  if (!host.starts_with("www")) return host;
  std::size_t digits = 3;
  while (digits < host.size() && host[digits] >= '0' && host[digits] <= '9') ++digits;
  return digits < host.size() && host[digits] == '.' ? host.substr(digits + 1) : host;
}

// Sorted, they come first.
std::size_t drop_empty_parameters(char* key, std::size_t size) {
  const char* const mark = std::find(key, key + size, '?');
  const char* rest = mark == key + size ? mark : mark + 1;
  while (rest != key + size && *rest == '&') ++rest;
  if (rest == mark || rest == mark + 1) return size;
  const auto from = static_cast<std::size_t>(mark + 1 - key);
  const auto to = static_cast<std::size_t>(rest - key);
  std::memmove(key + from, key + to, size - to);
  return size - (to - from);
}

}  // namespace

std::size_t write_surt(std::string_view text, char* out) {
  const url_view url(text.data(), parse(text));
  std::string_view host = url.host();
  char* const start = out;
  if (host.empty()) return static_cast<std::size_t>(lowered(text, out) - start);
  if (is_ipv4(host) || host.front() == '[') {
    out = lowered(host, out);
  } else {
    host = without_www(host);
    while (!host.empty()) {
      const std::size_t dot = host.rfind('.');
      const std::size_t from = dot == std::string_view::npos ? 0 : dot + 1;
      if (out != start) *out++ = ',';
      out = lowered(host.substr(from), out);
      host = host.substr(0, dot == std::string_view::npos ? 0 : dot);
    }
  }
  if (!url.port().empty()) {
    *out++ = ':';
    out = lowered(url.port(), out);
  }
  *out++ = ')';
  std::string_view path = url.path();
  if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  if (path.empty()) path = "/";
  out = lowered(path, out);
  if (!url.query().empty()) {
    *out++ = '?';
    out = lowered(url.query(), out);
  }
  // The key has the "?" of a URL, so these find its query.
  std::size_t size = drop_session_ids(start, static_cast<std::size_t>(out - start));
  size = sort_query(start, size);
  return drop_empty_parameters(start, size);
}

}  // namespace urlsieve
