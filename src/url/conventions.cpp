#include "src/url/conventions.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "src/text/byte_class.hpp"
#include "src/url/parse.hpp"

namespace urlsieve {

namespace {

constexpr std::string_view tracking_names[] = {
#include "src/url/tracking_parameters.inc"
};

constexpr std::string_view session_names[] = {"jsessionid", "phpsessid",     "sid",   "sessionid",
                                              "session_id", "aspsessionid*", "cfid",  "cftoken",
                                              "zenid",      "osc_sid",       "oscsid"};

constexpr std::string_view index_names[] = {"index.html",  "index.htm",    "index.shtml", "index.php",
                                            "index.asp",   "index.aspx",   "index.jsp",   "index.cgi",
                                            "default.htm", "default.html", "default.asp", "default.aspx"};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

bool same(std::string_view text, std::string_view name) {
  return std::equal(text.begin(), text.end(), name.begin(), name.end(),
                    [](char a, char b) { return lower(a) == b; });
}

template <class Names>
bool is_listed(std::string_view text, const Names& names) {
  return std::any_of(std::begin(names), std::end(names), [text](std::string_view name) {
    if (!name.ends_with('*')) return same(text, name);
    name.remove_suffix(1);
    return text.size() >= name.size() && same(text.substr(0, name.size()), name);
  });
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

// Erases the parameters of the query whose name is listed, and a "?" that has nothing left behind it.
template <class Names>
std::size_t drop_parameters(char* url, std::size_t size, const Names& names) {
  const url_offsets at = parse({url, size});
  if (at.query == url_offsets::omitted) return size;
  const std::size_t end = query_end(at);
  std::size_t written = at.query + 1;
  bool erased = false;
  for (std::size_t from = at.query + 1; from <= end;) {
    const std::size_t to = std::min(std::string_view(url, end).find('&', from), end);
    const std::string_view parameter(url + from, to - from);
    if (is_listed(parameter.substr(0, std::min(parameter.find('='), parameter.size())), names)) {
      erased = true;
    } else {
      if (written != at.query + 1) url[written++] = '&';
      std::memmove(url + written, url + from, to - from);
      written += to - from;
    }
    from = to + 1;
  }
  if (!erased) return size;
  if (written == at.query + 1) --written;
  return erase(url, size, written, end);
}

}  // namespace

std::size_t drop_tracking(char* url, std::size_t size) {
  return drop_parameters(url, size, tracking_names);
}

std::size_t drop_session_ids(char* url, std::size_t size) {
  size = drop_parameters(url, size, session_names);
  const url_offsets at = parse({url, size});
  const std::size_t end = path_end(at);
  for (std::size_t from = at.path; from < end; ++from) {
    if (url[from] != ';') continue;
    const std::string_view rest(url + from + 1, end - from - 1);
    const std::string_view parameter = rest.substr(0, std::min(rest.find_first_of(";/"), rest.size()));
    const std::size_t equals = parameter.find('=');
    if (equals != std::string_view::npos && is_listed(parameter.substr(0, equals), session_names))
      return erase(url, size, from, from + 1 + parameter.size());
  }
  return size;
}

std::size_t sort_query(char* url, std::size_t size) {
  const url_offsets at = parse({url, size});
  if (at.query == url_offsets::omitted) return size;
  const std::string_view query(url + at.query + 1, query_end(at) - at.query - 1);
  std::array<std::string_view, 256> parameters;
  std::array<char, 8192> sorted;
  std::size_t count = 0;
  if (query.size() > sorted.size()) return size;
  for (std::size_t from = 0; from <= query.size();) {
    const std::size_t to = std::min(query.find('&', from), query.size());
    if (count == parameters.size()) return size;
    parameters[count++] = query.substr(from, to - from);
    from = to + 1;
  }
  // By insertion: stable without memory, and short; a sorted query costs one pass.
  for (std::size_t i = 1; i < count; ++i)
    for (std::size_t j = i; j > 0 && parameters[j] < parameters[j - 1]; --j)
      std::swap(parameters[j], parameters[j - 1]);
  std::size_t written = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i != 0) sorted[written++] = '&';
    written += parameters[i].copy(sorted.data() + written, parameters[i].size());
  }
  std::memcpy(url + at.query + 1, sorted.data(), written);
  return size;
}

std::size_t fold_www(char* url, std::size_t size) {
  const url_offsets at = parse({url, size});
  if (at.authority == url_offsets::omitted) return size;
  const std::string_view host = url_view(url, at).host();
  if (!host.starts_with("www.") || host.substr(4).find('.') == std::string_view::npos) return size;
  return erase(url, size, at.host, at.host + 4);
}

std::size_t fold_index(char* url, std::size_t size) {
  const url_offsets at = parse({url, size});
  const std::string_view path = url_view(url, at).path();
  const std::size_t slash = path.rfind('/');
  if (at.authority == url_offsets::omitted || slash == std::string_view::npos) return size;
  if (!is_listed(path.substr(slash + 1), index_names)) return size;
  return erase(url, size, at.path + slash + 1, path_end(at));
}

std::size_t fold_https(char* url, std::size_t size) {
  if (!std::string_view(url, size).starts_with("https:")) return size;
  return erase(url, size, 4, 5);
}

std::size_t fold_conventions(const convention_options& options, char* url, std::size_t size) {
  if (options.drop_tracking) size = drop_tracking(url, size);
  if (options.drop_session_ids) size = drop_session_ids(url, size);
  if (options.sort_query) size = sort_query(url, size);
  if (options.fold_www) size = fold_www(url, size);
  if (options.fold_index) size = fold_index(url, size);
  if (options.fold_https) size = fold_https(url, size);
  return size;
}

}  // namespace urlsieve
