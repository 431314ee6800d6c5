#include "src/documents/lines/cdx.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/text/json/json_escape.hpp"
#include "src/text/json/json_scanner.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/normalize/surt.hpp"
#include "urlsieve/field.hpp"

namespace urlsieve {
namespace {

// Returns true for header lines: " CDX N b a m s k r M S V g" with any delimiter, "@meta {...}",
// "!OpenWayback-CDXJ 1.0".
bool is_header(std::string_view line) {
  return line.front() == '@' || line.front() == '!' ||
         (line.substr(1).starts_with("CDX") && line.size() > 4 && line[4] == line[0]);
}

bool begins_with_scheme(std::string_view field) {
  const std::size_t colon = field.find(':');
  if (colon == npos || colon + 1 == field.size() || !bytes::alpha.contains(field.front())) return false;
  return std::all_of(field.begin(), field.begin() + static_cast<std::ptrdiff_t>(colon),
                     [](char c) { return bytes::scheme_char.contains(c); });
}

std::string_view next_field(std::string_view& rest) {
  const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
  const std::string_view field = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return field;
}

// Returns the object of "key date {...}"; empty if the line is not CDXJ.
std::string_view object_of(std::string_view line) {
  next_field(line);
  const std::string_view date = next_field(line);
  const bool digits =
      !date.empty() && std::all_of(date.begin(), date.end(), [](char c) { return bytes::digit.contains(c); });
  return digits && line.starts_with('{') ? line : std::string_view{};
}

// Returns true for a URL without its scheme: "host.example/path", "host-1.example:80/path", "localhost:80/".
// Such a host looks like a scheme if it begins with a letter. A host without a dot needs a port.
bool is_host_with_path(std::string_view field) {
  const std::string_view authority = field.substr(0, std::min(field.find('/'), field.size()));
  const std::string_view host = authority.substr(0, authority.find(':'));
  const std::string_view port = authority.substr(host.size());
  constexpr byte_set host_bytes = bytes::alphanum | byte_set(".-_");
  const auto are_all = [](std::string_view text, const byte_set& set) {
    return std::all_of(text.begin(), text.end(), [&](char c) { return set.contains(c); });
  };
  if (authority.size() == field.size() || host.empty() || !are_all(host, host_bytes)) return false;
  if (port.size() <= 1)
    return host.find('.') != npos && (port.empty() || !field.substr(authority.size()).starts_with("//"));
  return are_all(port.substr(1), bytes::digit);
}

// Returns `url`, in `scratch` behind "http://" if it has no scheme.
std::string_view with_scheme(std::string_view url, arena& scratch) {
  if (!is_host_with_path(url)) return url;
  constexpr std::string_view scheme = "http://";
  char* const out = scratch.reserve(scheme.size() + url.size());
  url.copy(out + scheme.copy(out, scheme.size()), url.size());
  return scratch.commit(scheme.size() + url.size());
}

// Returns the original URL of a line of CDX; empty if there is none. Indexes of Alexa have no schemes.
std::string_view captured_url(std::string_view line, arena& scratch) {
  next_field(line);
  for (int field = 1; field < 4; ++field)
    if (const std::string_view value = next_field(line);
        begins_with_scheme(value) || is_host_with_path(value))
      return with_scheme(value, scratch);
  return {};
}

// The members of CDXJ objects with the URL, in order of preference: pywb and OpenWayback write "url" or
// "uri", ipwb "original_uri".
constexpr std::array<std::string_view, 7> url_members{
    "url", "uri", "original_uri", "original_url", "original-uri", "original", "target_uri"};

struct top_strings {
  std::string_view url;
  std::size_t rank = url_members.size();  // index in url_members
  bool whole = false;                     // the object is closed
};

top_strings read_top(std::string_view object) {
  top_strings found;
  std::size_t depth = 0;
  std::size_t rank = url_members.size();  // of the member whose value follows
  json_scanner scanner(object);
  for (json_token token = scanner.next(); token != json_token::end; token = scanner.next()) {
    const bool is_value = token == json_token::string && depth == 1 && rank < url_members.size();
    if (is_value && rank <= found.rank && !scanner.broken()) {
      found.url = scanner.text();
      found.rank = rank;
    }
    rank = url_members.size();
    if (token == json_token::key) {
      const auto* const member = std::find(url_members.begin(), url_members.end(), scanner.text());
      rank = static_cast<std::size_t>(member - url_members.begin());
    }
    if (token == json_token::object || token == json_token::array) ++depth;
    if (token == json_token::close && --depth == 0) {
      found.whole = true;
      break;
    }
  }
  return found;
}

std::string_view decoded(std::string_view text, arena& scratch) {
  if (text.find('\\') == npos) return text;
  return scratch.commit(decode_json_escapes(text, scratch.reserve(text.size())));
}

// Returns the URL for the key of the line, in `scratch`; empty if the key is not a SURT.
std::string_view url_of_key(std::string_view line, arena& scratch) {
  const std::string_view key = next_field(line);
  return scratch.commit(write_url_of_surt(key, scratch.reserve(surt_url_capacity(key.size()))));
}

}  // namespace

void read_cdx_lines(const document& index, std::vector<reference>& out, arena& scratch, stats& counted) {
  const std::string_view lines = index.body;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t feed = std::min(lines.find('\n', begin), lines.size());
    std::string_view line = lines.substr(begin, feed - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t line_begin = begin;
    begin = feed + 1;
    if (line.find_first_not_of(" \t") == npos || is_header(line)) continue;
    std::string_view url;
    if (const std::string_view object = object_of(line); !object.empty()) {
      const top_strings found = read_top(object);
      if (!found.whole) {
        counted.damaged_at(damage::bad_line, index.source, index.offset + line_begin,
                           "an object that is not closed");
        continue;
      }
      url = with_scheme(decoded(found.url, scratch), scratch);
    } else {
      url = captured_url(line, scratch);
    }
    const bool of_key = url.empty();
    if (of_key) url = url_of_key(line, scratch);
    if (url.empty()) {
      counted.count_skipped("capture", "no-url");
      continue;
    }
    reference& capture_url = out.emplace_back();
    capture_url.raw = url;
    if (of_key) capture_url.where = "cdx:key";
    capture_url.position = static_cast<std::uint32_t>(line_begin);
  }
}

}  // namespace urlsieve
