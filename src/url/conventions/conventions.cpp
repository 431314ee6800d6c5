#include "src/url/conventions/conventions.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/conventions/query_parameters.hpp"
#include "src/url/hosts/host.hpp"
#include "src/url/parse/parse.hpp"

namespace urlsieve {

namespace {

constexpr tracking_parameter tracking_table[] = {
#include "src/url/conventions/tracking_parameters.inc"
};

constexpr std::string_view session_names[] = {"jsessionid", "phpsessid",     "sid",   "sessionid",
                                              "session_id", "aspsessionid*", "cfid",  "cftoken",
                                              "zenid",      "osc_sid",       "oscsid"};

constexpr std::string_view index_names[] = {"index.html",  "index.htm",    "index.shtml", "index.php",
                                            "index.asp",   "index.aspx",   "index.jsp",   "index.cgi",
                                            "default.htm", "default.html", "default.asp", "default.aspx"};

template <class Names>
bool is_listed(std::string_view text, const Names& names) {
  return std::any_of(std::begin(names), std::end(names),
                     [text](std::string_view name) { return fits_parameter(name, text); });
}

bool is_tracking(std::string_view name) {
  return std::any_of(
      std::begin(tracking_table), std::end(tracking_table),
      [name](const tracking_parameter& parameter) { return fits_parameter(parameter.name, name); });
}

bool is_session(std::string_view name) {
  return is_listed(name, session_names);
}

std::size_t erase(char* url, std::size_t size, std::size_t from, std::size_t to) {
  std::memmove(url + from, url + to, size - to);
  return size - (to - from);
}

std::size_t query_end(const url_offsets& at) {
  return at.fragment != url_offsets::omitted ? at.fragment : at.size;
}

std::size_t path_end(const url_offsets& at) {
  return at.query != url_offsets::omitted ? at.query : query_end(at);
}

// Returns true if `segment` is or becomes a dot segment at some rung.
bool is_dot_segment(std::string_view segment) {
  unsigned dots = 0;
  for (; !segment.empty(); ++dots) {
    const bool escaped = segment.starts_with("%2E") || segment.starts_with("%2e");
    if (!escaped && segment.front() != '.') return false;
    segment.remove_prefix(escaped ? 3 : 1);
  }
  return dots == 1 || dots == 2;
}

bool is_session_parameter(std::string_view parameter) {
  const std::size_t equals = parameter.find('=');
  return equals != std::string_view::npos && is_listed(parameter.substr(0, equals), session_names);
}

// Returns the size of `segment` without its session ids; writes the rest to `out` unless `out` is null.
std::size_t bare_segment(std::string_view segment, char* out) {
  std::size_t written = 0;
  for (std::size_t from = 0; from < segment.size();) {
    const std::size_t to = std::min(segment.find(';', from + 1), segment.size());
    const std::string_view piece = segment.substr(from, to - from);
    if (piece.front() != ';' || !is_session_parameter(piece.substr(1))) {
      if (out != nullptr) std::memmove(out + written, piece.data(), piece.size());
      written += piece.size();
    }
    from = to;
  }
  return written;
}

// Returns true for a port that http and https do not share. After a change of scheme, such a port would mean
// another server, or become the default port.
bool is_web_port(std::string_view port) {
  while (port.size() > 1 && port.front() == '0') port.remove_prefix(1);
  return port == "80" || port == "443";
}

}  // namespace

bool fits_parameter(std::string_view listed, std::string_view name) {
  if (!listed.ends_with('*')) return ascii::same(name, listed);
  listed.remove_suffix(1);
  return ascii::begins(name, listed);
}

std::span<const tracking_parameter> tracking_parameters() {
  return tracking_table;
}

std::span<const std::string_view> session_parameters() {
  return session_names;
}

std::span<const std::string_view> index_pages() {
  return index_names;
}

std::size_t drop_path_sessions(char* path, std::size_t size, bool has_authority) {
  if (size == 0 || std::memchr(path, ';', size) == nullptr) return size;
  std::size_t written = 0;
  for (std::size_t from = 0; from <= size;) {
    const std::size_t to = std::min(std::string_view(path, size).find('/', from), size);
    const std::string_view segment(path + from, to - from);
    const std::size_t bare = bare_segment(segment, nullptr);
    if (from != 0) path[written++] = '/';
    if (bare != segment.size() && (bare != 0 || has_authority) && !is_dot_segment(segment.substr(0, bare))) {
      written += bare_segment(segment, path + written);
    } else {
      std::memmove(path + written, segment.data(), segment.size());
      written += segment.size();
    }
    from = to + 1;
  }
  return written;
}

std::size_t drop_query_sessions(char* query, std::size_t size) {
  return keep_parameters(query, size, '&', is_session);
}

std::size_t drop_tracking(char* url, std::size_t size) {
  return drop_parameters(url, size, is_tracking);
}

std::size_t drop_session_ids(char* url, std::size_t size) {
  size = drop_parameters(url, size, is_session);
  const url_offsets at = parse({url, size});
  const std::size_t end = path_end(at);
  const bool has_authority = at.authority != url_offsets::omitted;
  const std::size_t left = drop_path_sessions(url + at.path, end - at.path, has_authority);
  return erase(url, size, at.path + left, end);
}

void sort_parameters(char* query, std::size_t size, char separator) {
  const std::string_view whole(query, size);
  std::array<std::string_view, 256> parameters;
  std::array<char, 8192> sorted;
  std::size_t count = 0;
  if (size > sorted.size()) return;
  for (std::size_t from = 0; from <= size;) {
    const std::size_t to = std::min(whole.find(separator, from), size);
    if (count == parameters.size()) return;
    parameters[count++] = whole.substr(from, to - from);
    from = to + 1;
  }
  // Insertion sort is stable, needs no memory, and costs one pass for a sorted query.
  for (std::size_t i = 1; i < count; ++i)
    for (std::size_t j = i; j > 0 && parameters[j] < parameters[j - 1]; --j)
      std::swap(parameters[j], parameters[j - 1]);
  std::size_t written = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i != 0) sorted[written++] = separator;
    written += parameters[i].copy(sorted.data() + written, parameters[i].size());
  }
  std::memcpy(query, sorted.data(), written);
}

std::size_t sort_query(char* url, std::size_t size) {
  const url_offsets at = parse({url, size});
  if (at.query == url_offsets::omitted) return size;
  char* const query = url + at.query + 1;
  const std::size_t length = query_end(at) - at.query - 1;
  sort_parameters(query, length, parameter_separator({query, length}));
  return size;
}

std::size_t fold_www(char* url, std::size_t size) {
  const url_offsets at = parse({url, size});
  if (at.authority == url_offsets::omitted) return size;
  const std::string_view host = url_view::at(url, at).host();
  std::string_view bare = host;
  while (bare.size() > 4 && ascii::same(bare.substr(0, 4), "www.")) bare.remove_prefix(4);
  if (bare.size() == host.size() || host.find('%') != std::string_view::npos) return size;
  const std::size_t dot = bare.find('.');
  const bool has_two_labels = dot != std::string_view::npos && dot != 0 && dot + 1 < bare.size();
  if (!has_two_labels || any_ipv4(bare)) return size;
  return erase(url, size, at.host, at.host + host.size() - bare.size());
}

std::size_t fold_index(char* url, std::size_t size) {
  const url_offsets at = parse({url, size});
  const std::string_view path = url_view::at(url, at).path();
  const std::size_t slash = path.rfind('/');
  if (at.authority == url_offsets::omitted || slash == std::string_view::npos) return size;
  if (!is_listed(path.substr(slash + 1), index_names)) return size;
  return erase(url, size, at.path + slash + 1, path_end(at));
}

std::size_t fold_https(char* url, std::size_t size) {
  const std::string_view text(url, size);
  if (size < 6 || !ascii::same(text.substr(0, 6), "https:")) return size;
  if (is_web_port(url_view::at(url, parse(text)).port())) return size;
  return erase(url, size, 4, 5);
}

std::size_t fold_conventions(const convention_options& options, char* url, std::size_t size) {
  const std::string_view scheme(url, scheme_length({url, size}));
  if (!scheme.empty() && !ascii::same(scheme, "http") && !ascii::same(scheme, "https")) return size;
  while (true) {
    const char separator = separator_of_url({url, size});
    for (const convention& rule : conventions)
      if (options.*rule.is_on) size = rule.fold(url, size);
    if (separator_of_url({url, size}) == separator) return size;
  }
}

}  // namespace urlsieve
