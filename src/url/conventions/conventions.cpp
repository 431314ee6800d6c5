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
#include "src/url/percent.hpp"

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

// Returns true for "", "=" and "a=". A name without "=" may be a switch, such as "print".
bool is_empty_parameter(std::string_view parameter) {
  return parameter.empty() || parameter.find('=') == parameter.size() - 1;
}

// Returns the predicate on parameters for a predicate on their names.
template <class Goes>
auto by_name(const Goes& goes) {
  return [&goes](std::string_view parameter) { return goes(parameter_name(parameter)); };
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

// Removes the last segment of the path of a URL with an authority if `names` lists the segment.
template <class Names>
std::size_t fold_page(char* url, std::size_t size, const Names& names) {
  const url_offsets at = parse({url, size});
  const std::string_view path = url_view::at(url, at).path();
  const std::size_t slash = path.rfind('/');
  if (at.authority == url_offsets::omitted || slash == std::string_view::npos) return size;
  if (!is_listed(path.substr(slash + 1), names)) return size;
  return erase(url, size, at.path + slash + 1, path_end(at));
}

bool has_dot_segment(std::string_view path) {
  for (std::size_t from = 0; from <= path.size();) {
    const std::size_t to = std::min(path.find('/', from), path.size());
    if (is_dot_segment(path.substr(from, to - from))) return true;
    from = to + 1;
  }
  return false;
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

// Returns the size of "amp;" at the beginning of `text`, or 0. The letters may be escaped, because the syntax
// rung decodes their escapes.
std::size_t amp_size(std::string_view text) {
  std::size_t size = 0;
  for (const char letter : std::string_view("amp")) {
    const std::string_view rest = text.substr(size);
    const bool is_written = rest.starts_with(letter);
    if (!is_written && !(is_escape(rest, 0) && decoded_escape(rest, 0) == letter)) return 0;
    size += is_written ? 1 : 3;
  }
  return text.substr(size).starts_with(';') ? size + 1 : 0;
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
  return drop_from_query(query, size, '&', by_name(is_session));
}

std::size_t drop_tracking(char* url, std::size_t size) {
  return drop_parameters(url, size, by_name(is_tracking));
}

std::size_t drop_session_ids(char* url, std::size_t size) {
  size = drop_parameters(url, size, by_name(is_session));
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
  return fold_page(url, size, index_names);
}

std::size_t fold_index_names(std::span<const std::string> names, char* url, std::size_t size) {
  return takes_conventions({url, size}) ? fold_page(url, size, names) : size;
}

std::size_t fold_https(char* url, std::size_t size) {
  const std::string_view text(url, size);
  if (size < 6 || !ascii::same(text.substr(0, 6), "https:")) return size;
  if (is_web_port(url_view::at(url, parse(text)).port())) return size;
  return erase(url, size, 4, 5);
}

std::size_t fold_amp(char* url, std::size_t size) {
  const url_offsets at = parse({url, size});
  if (at.query == url_offsets::omitted) return size;
  const std::size_t end = query_end(at);
  const std::string_view query(url + at.query, end - at.query);
  if (query.find('&') == std::string_view::npos) return size;
  std::size_t written = at.query;
  for (std::size_t i = at.query; i < end;) {
    const char c = url[written++] = url[i++];
    if (c != '&' && i != at.query + 1) continue;
    while (const std::size_t amp = amp_size({url + i, end - i})) i += amp;
  }
  return erase(url, size, written, end);
}

std::size_t drop_empty_params(char* url, std::size_t size) {
  return drop_parameters(url, size, is_empty_parameter);
}

std::size_t drop_empty_query(char* url, std::size_t size) {
  const url_offsets at = parse({url, size});
  const bool is_empty = at.query != url_offsets::omitted && at.query + 1 == query_end(at);
  return is_empty && at.query != 0 ? erase(url, size, at.query, at.query + 1) : size;
}

std::size_t fold_slash_runs(char* url, std::size_t size) {
  const url_offsets at = parse({url, size});
  const std::size_t end = path_end(at);
  const std::string_view path(url + at.path, end - at.path);
  if (at.authority == url_offsets::omitted || path.find("//") == std::string_view::npos) return size;
  if (has_dot_segment(path)) return size;
  std::size_t written = at.path;
  bool folds = false;  // the last byte is a "/" whose run has no ":" before
  for (std::size_t i = at.path; i < end; ++i) {
    if (url[i] != '/') {
      folds = false;
    } else if (folds) {
      continue;
    } else if (i == at.path || (url[i - 1] != ':' && url[i - 1] != '/')) {
      folds = true;
    }
    url[written++] = url[i];
  }
  return erase(url, size, written, end);
}

std::size_t fold_trailing_slash(char* url, std::size_t size) {
  const url_offsets at = parse({url, size});
  if (at.authority == url_offsets::omitted) return size;
  const std::size_t end = path_end(at);
  std::size_t stop = end;
  while (stop > at.path + 1 && url[stop - 1] == '/') --stop;
  return erase(url, size, stop, end);
}

std::size_t fold_path_case(char* url, std::size_t size) {
  const url_offsets at = parse({url, size});
  const std::size_t end = path_end(at);
  for (std::size_t i = at.path; i < end; ++i) {
    if (url[i] == '%')
      i += 2;
    else
      url[i] = ascii::lower(url[i]);
  }
  return size;
}

bool takes_conventions(std::string_view url) {
  const std::string_view scheme = url.substr(0, scheme_length(url));
  return scheme.empty() || ascii::same(scheme, "http") || ascii::same(scheme, "https");
}

std::size_t fold_conventions(const convention_options& options, char* url, std::size_t size) {
  if (!takes_conventions({url, size})) return size;
  const auto is_on = [&options](const convention& rule) { return options.*rule.is_on; };
  const bool is_one = std::count_if(conventions.begin(), conventions.end(), is_on) == 1;
  while (true) {
    const std::size_t before = size;
    for (const convention& rule : conventions)
      if (is_on(rule)) size = rule.fold(url, size);
    if (size == before || is_one) return size;
  }
}

}  // namespace urlsieve
