#include "src/url/parse/parse.hpp"

#include <algorithm>

#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

namespace {

std::uint32_t narrow(std::size_t offset) {
  return static_cast<std::uint32_t>(offset);
}

}  // namespace

std::size_t scheme_length(std::string_view text) {
  if (text.empty() || !bytes::alpha.contains(text[0])) return 0;
  std::size_t length = 1;
  while (length < text.size() && bytes::scheme_char.contains(text[length])) ++length;
  return length < text.size() && text[length] == ':' ? length : 0;
}

void split_authority(std::string_view reference, url_offsets& at) {
  const std::string_view authority(reference.data() + at.authority, at.path - at.authority);
  at.host = at.authority;
  // The userinfo ends at the last "@", as real links intend. A valid authority has only one "@".
  if (authority.find('@') != std::string_view::npos) {
    const std::size_t found = authority.rfind('@');
    at.userinfo_end = at.authority + narrow(found);
    at.host = at.userinfo_end + 1;
  }
  const std::string_view hostport(reference.data() + at.host, at.path - at.host);
  std::size_t from = 0;
  if (!hostport.empty() && hostport[0] == '[') {
    from = std::min(hostport.find(']'), hostport.size());
  }
  if (const std::size_t colon = hostport.find(':', from); colon != std::string_view::npos)
    at.port = at.host + narrow(colon);
}

namespace {

// Returns the components after a scheme of `length` bytes; 0: no scheme.
url_offsets parse_behind_scheme(std::string_view reference, std::size_t length) {
  url_offsets at;
  at.size = narrow(reference.size());
  std::size_t next = 0;
  if (length != 0) {
    at.scheme_end = narrow(length);
    next = length + 1;
  }
  const std::size_t hash = reference.find('#', next);
  const std::size_t before_fragment = hash == std::string_view::npos ? reference.size() : hash;
  if (hash != std::string_view::npos) at.fragment = narrow(hash);
  const std::string_view rest = reference.substr(0, before_fragment);
  const std::size_t mark = rest.find('?', next);
  const std::size_t before_query = mark == std::string_view::npos ? before_fragment : mark;
  if (mark != std::string_view::npos) at.query = narrow(mark);
  if (before_query - next >= 2 && reference[next] == '/' && reference[next + 1] == '/') {
    at.authority = narrow(next + 2);
    const std::size_t slash = rest.substr(0, before_query).find('/', next + 2);
    at.path = narrow(slash == std::string_view::npos ? before_query : slash);
    split_authority(reference, at);
  } else {
    at.path = narrow(next);
  }
  return at;
}

}  // namespace

url_offsets parse(std::string_view reference) {
  return parse_behind_scheme(reference, scheme_length(reference));
}

url_offsets parse_by_expression(std::string_view reference) {
  const std::size_t mark = reference.find_first_of(":/?#");
  const bool has_scheme = mark != std::string_view::npos && reference[mark] == ':';
  return parse_behind_scheme(reference, has_scheme ? mark : 0);
}

}  // namespace urlsieve
