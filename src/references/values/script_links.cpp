#include "src/references/values/script_links.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t longest = 2048;

template <std::size_t N>
bool script_holds(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

bool all_in(std::string_view text, const byte_set& set) {
  return std::all_of(text.begin(), text.end(), [&](char c) { return set.contains(c); });
}

std::ptrdiff_t count_in(std::string_view text, const byte_set& set) {
  return std::count_if(text.begin(), text.end(), [&](char c) { return set.contains(c); });
}

// "%s" and a single "%" are placeholders, not escapes.
bool escapes_are_good(std::string_view text) {
  for (std::size_t at = text.find('%'); at != npos; at = text.find('%', at + 1))
    if (at + 2 >= text.size() || !bytes::hexdig.contains(text[at + 1]) ||
        !bytes::hexdig.contains(text[at + 2]))
      return false;
  return true;
}

bool is_ipv4_address(std::string_view host) {
  return std::count(host.begin(), host.end(), '.') == 3 && all_in(host, bytes::digit | byte_set("."));
}

// True for a name with a dot whose last label could be a top-level domain.
bool is_plausible_host(std::string_view host, bool after_scheme) {
  constexpr byte_set label_char = bytes::alphanum | bytes::non_ascii | byte_set("-_");
  if (host == "localhost" || is_ipv4_address(host)) return after_scheme;
  if (host.size() > 253 || !all_in(host, label_char | byte_set("."))) return false;
  const std::size_t dot = host.rfind('.');
  if (dot == npos || dot == 0 || host.find("..") != npos || host.front() == '.') return false;
  const std::string_view last = host.substr(dot + 1);
  if (last.starts_with("xn--")) return true;
  if (last.size() < 2 || last.size() > 24 || !all_in(last, bytes::alpha | bytes::non_ascii)) return false;
  static constexpr std::string_view suffixes[] = {"js",  "css", "html", "htm", "php", "json",
                                                  "png", "jpg", "gif",  "svg", "xml", "txt",
                                                  "map", "ts",  "jsx",  "vue", "asp", "aspx"};
  return !script_holds(suffixes, ascii::lowered(last));
}

// Namespaces and vocabularies are identifiers, not links.
bool is_vocabulary(std::string_view host, std::string_view path) {
  static constexpr std::string_view hosts[] = {
      "schema.org",         "ns.adobe.com",    "purl.org",        "ogp.me",
      "xmlns.com",          "www.opengis.net", "json-schema.org", "schemas.microsoft.com",
      "schemas.xmlsoap.org"};
  if (host == "www.w3.org") {
    const bool dated = path.size() > 6 && all_in(path.substr(1, 4), bytes::digit) && path[5] == '/';
    return dated || path.starts_with("/XML/") || path.starts_with("/ns/");
  }
  return script_holds(hosts, host);
}

// True if a path, query or fragment holds a character that URLs in scripts do not have. Query values may be
// lists separated by "|" (fonts.googleapis.com), so "|" after "=" is accepted.
bool has_no_url_char(std::string_view text) {
  constexpr byte_set never = bytes::c0_and_delete | byte_set(" <>\"{}\\^`*");
  if (count_in(text, never) != 0) return true;
  const std::size_t bar = text.find('|');
  if (bar == npos) return false;
  const std::size_t query = text.find('?');
  const std::size_t value = query == npos ? npos : text.find('=', query);
  return value == npos || bar < value || text.rfind('|') > text.find('#');
}

// Checks the text after "//".
bool is_good_behind_slashes(std::string_view rest, const script_string& literal, bool after_scheme) {
  const std::size_t host_end = std::min(rest.find_first_of("/?#"), rest.size());
  std::string_view host = rest.substr(0, host_end);
  const std::string_view path = rest.substr(host_end);
  if (const std::size_t colon = host.find(':'); colon != npos) {
    if (colon + 1 == host.size() || !all_in(host.substr(colon + 1), bytes::digit)) return false;
    host = host.substr(0, colon);
  }
  if (!is_plausible_host(host, after_scheme) || is_vocabulary(host, path)) return false;
  if (has_no_url_char(path) || !escapes_are_good(path) || path.find("...") != npos) return false;
  return !literal.joined_behind || path.empty() || path.ends_with('/');
}

// True for a long mix of digits and letters of both cases: base64, not a path.
bool is_noise(std::string_view segment) {
  return segment.size() > 40 && segment.find_first_of("-_.%") == npos &&
         count_in(segment, bytes::upper) != 0 && count_in(segment, bytes::lower) != 0 &&
         count_in(segment, bytes::digit) != 0;
}

bool is_year(std::string_view digits) {
  return digits.size() == 4 && (digits.starts_with("19") || digits.starts_with("20"));
}

bool has_suffix(std::string_view segment) {
  const std::size_t dot = segment.rfind('.');
  if (dot == npos || dot == 0) return false;
  const std::string_view suffix = segment.substr(dot + 1);
  return !suffix.empty() && suffix.size() <= 5 && all_in(suffix, bytes::alphanum) &&
         count_in(suffix, bytes::alpha) != 0;
}

// Units of prices and speeds: "/month", "/kg".
bool is_unit(std::string_view segment) {
  static constexpr std::string_view units[] = {
      "month", "months", "year",   "years", "day", "days", "week", "weeks", "hour", "hours",
      "night", "nights", "person", "min",   "sec", "mon",  "item", "user",  "users"};
  return script_holds(units, ascii::lowered(segment));
}

// A file on the machine that built the script.
bool is_file_of_builder(std::string_view path) {
  static constexpr std::string_view roots[] = {"/usr/",   "/var/", "/tmp/", "/etc/",
                                               "/Users/", "/opt/", "/proc/"};
  return std::any_of(std::begin(roots), std::end(roots),
                     [&](std::string_view root) { return path.starts_with(root); }) ||
         path.find("node_modules") != npos;
}

// Checks a path without query, which begins with "/".
bool are_good_segments(std::string_view path, bool is_bare) {
  int number = 0;
  std::string_view only;
  for (std::size_t at = 1; at < path.size(); ++number) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string_view segment = path.substr(at, end - at);
    if (segment.empty() || segment.starts_with(':') || is_noise(segment)) return false;
    if (segment.find_first_not_of('.') != npos && count_in(segment, bytes::alphanum | bytes::non_ascii) == 0)
      return false;
    const bool digits = all_in(segment, bytes::digit);
    // Advertising networks number their slots like this: "/21612345/home/top".
    if (number == 0 && digits && !is_year(segment)) return false;
    only = segment;
    at = end + 1;
  }
  if (count_in(path, bytes::alpha | bytes::non_ascii) == 0) return false;
  if (number > 1 || path.ends_with('/') || !is_bare) return count_in(path, bytes::alphanum) > 1;
  return has_suffix(only) || (only.size() > 2 && !is_unit(only));
}

bool is_path(std::string_view text) {
  constexpr byte_set path_char = bytes::alphanum | bytes::non_ascii | byte_set("-._~%!+,;=:@/");
  const std::size_t path_end = std::min(text.find_first_of("?#"), text.size());
  std::string_view path = text.substr(0, path_end);
  const std::string_view rest = text.substr(path_end);
  if (!all_in(path, path_char) || has_no_url_char(rest) || !escapes_are_good(text)) return false;
  if (path.size() > 1 && std::string_view(".,:;-!=+").find(path.back()) != npos) return false;
  if (path.starts_with("/9j/") || is_file_of_builder(path)) return false;
  const bool relative = path.starts_with('.');
  while (path.starts_with("../")) path.remove_prefix(3);
  while (path.starts_with("./")) path.remove_prefix(2);
  if (path == "/") return rest.starts_with("#/") ? rest.size() > 2 : rest.find('=') != npos;
  if (!relative) return are_good_segments(path, rest.empty());
  // Without a suffix, query or trailing slash, a relative path is the name of a module.
  const std::string_view last = path.substr(path.rfind('/') + 1);
  if (path.empty() || path.starts_with('/') || (!has_suffix(last) && !path.ends_with('/') && rest.empty()))
    return false;
  return path.find("//") == npos && count_in(path, bytes::alpha | bytes::non_ascii) > 1;
}

}  // namespace

bool is_script_link(std::string_view text, const script_string& literal) {
  if (text.size() < 3 || text.size() > longest) return false;
  for (const std::string_view scheme : {"https://", "http://"})
    if (ascii::begins(text, scheme)) return is_good_behind_slashes(text.substr(scheme.size()), literal, true);
  if (text.starts_with("//")) return is_good_behind_slashes(text.substr(2), literal, false);
  if (!text.starts_with('/') && !text.starts_with("./") && !text.starts_with("../")) return false;
  if (literal.names_member || literal.joined_before || literal.joined_behind || literal.is_pattern)
    return false;
  return is_path(text);
}

void add_script_links(const markup_text& script, link_collector& links) {
  constexpr byte_set first{std::string_view("hH/.\\")};
  arena& buffer = links.found().decoded;
  const arena::mark before = buffer.filled();
  script_scanner scanner(script.text);
  for (script_string literal; scanner.next(literal);) {
    if (literal.text.size() < 3 || !first.contains(literal.text.front()) || literal.text.size() > 8 * longest)
      continue;
    const std::uint32_t position = script.position_of(literal.text.data());
    std::string_view text = links.to_utf8(literal.text, script);
    if (literal.escaped) {
      char* const out = buffer.reserve(text.size());
      text = buffer.commit(decode_script_escapes(text, out));
    }
    if (!literal.joined_behind && ascii::begins(text, "http"))
      text.remove_suffix(text.size() - 1 - std::min(text.find_last_not_of(' '), text.size() - 1));
    if (is_script_link(text, literal)) links.add_url(text, position, "js", false);
    links.found().deliver_batch(before);
  }
}

}  // namespace urlsieve
