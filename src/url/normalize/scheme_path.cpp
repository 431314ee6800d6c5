#include "src/url/normalize/scheme_path.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "src/text/ascii.hpp"

namespace urlsieve {

namespace {

void lower(char* from, char* to) {
  for (; from < to; ++from)
    if (ascii::is_upper(*from) && !(from[-1] == '%' || from[-2] == '%')) *from |= 0x20;
}

std::string_view text_between(const char* from, const char* to) {
  return {from, static_cast<std::size_t>(to - from)};
}

// Lowers the domain after the last "@" of each address (RFC 6068 section 2, RFC 5538 section 3, RFC 2392
// section 2). The separator of addresses is "," (mailto) or "/" (mid). A quoted local part may contain any of
// these characters.
void lower_domains(char* path, char* end) {
  const bool quoted = text_between(path, end).find("%22") != std::string_view::npos;
  for (char* from = path; from < end;) {
    char* to = quoted ? end : std::find_if(from, end, [](char c) { return c == ',' || c == '/'; });
    char* at = to;
    while (at > from && at[-1] != '@') --at;
    if (at > from) lower(at, to);
    from = to < end ? to + 1 : end;
  }
}

// Lowers the type code: case is not significant (rfc1738 section 3.2.2).
void lower_type_code(char* path, char* end) {
  constexpr std::string_view code = ";type=";
  if (end - path < 7) return;
  char* const from = end - 7;
  if (!ascii::same({from, code.size()}, code)) return;
  const char type = static_cast<char>(end[-1] | 0x20);
  if (type != 'a' && type != 'i' && type != 'd') return;
  std::copy(code.begin(), code.end(), from);
  end[-1] = type;
}

}  // namespace

shortened_path remove_path_dots(const path_owner& owner, char* path, std::size_t size, bool keep_above_root) {
  if (owner.info != nullptr &&
      (!owner.info->has(scheme_rule::generic) || owner.info->has(scheme_rule::selector)))
    return {size};
  if (owner.has_scheme && owner.info == nullptr && !owner.has_authority) {
    std::size_t first = 0;
    while (text_between(path + first, path + size).starts_with("./")) first += 2;
    if (first != 0) std::memmove(path, path + first, size - first);
    size -= first;
  }
  const bool complete =
      owner.has_authority || (size != 0 && *path == '/') || (owner.has_scheme && owner.info != nullptr);
  return complete ? remove_dot_segments(path, size, keep_above_root) : shortened_path{size};
}

char* write_scheme_path(const scheme_info& scheme, bool has_authority, bool has_query, char* path,
                        char* end) {
  if (has_authority && path == end && scheme.has(scheme_rule::slash_path)) *end++ = '/';
  if (!has_query && scheme.has(scheme_rule::type_code)) lower_type_code(path, end);
  if (has_authority && !has_query && scheme.has(scheme_rule::gopher_type) && end - path <= 1) {
    // RFC 4266 section 2.1: without a type, the item is a directory, type 1. A "?" is the type itself, or
    // begins a search (url-1993-07 gopheraddress).
    path[0] = '/';
    path[1] = '1';
    return path + 2;
  }
  if (scheme.has(scheme_rule::address_domain)) lower_domains(path, end);
  if (scheme.has(scheme_rule::namespace_name)) {
    // RFC 8141 section 3.1: the namespace identifier is case-insensitive.
    char* const colon = std::find(path, end, ':');
    if (colon != end) lower(path, colon);
  }
  return end;
}

void write_scheme_query(const scheme_info& scheme, char* query, char* end) {
  if (scheme.has(scheme_rule::type_code)) lower_type_code(query, end);
}

}  // namespace urlsieve
