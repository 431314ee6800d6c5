#include "src/url/parse/validity.hpp"

#include <algorithm>
#include <optional>

#include "src/text/scan/byte_class.hpp"
#include "src/url/hosts/host.hpp"
#include "src/url/percent.hpp"

namespace urlsieve {

namespace {

constexpr byte_set valid_reg_name_char = bytes::unreserved | bytes::sub_delims;
constexpr byte_set userinfo_char = valid_reg_name_char | byte_set(":");
constexpr byte_set path_char = bytes::pchar | byte_set("/");

// Returns the offset of the first byte that is neither in `allowed` nor part of an escape, or npos.
std::size_t first_outside(std::string_view text, const byte_set& allowed) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (allowed.contains(text[i])) continue;
    if (!is_escape(text, i)) return i;
    i += 2;
  }
  return std::string_view::npos;
}

// Returns the offset of the first invalid byte in `host`, or npos.
std::size_t first_bad_in_host(std::string_view host) {
  if (classify_host(host) != host_kind::invalid) return std::string_view::npos;
  if (host.front() != '[') return first_outside(host, valid_reg_name_char);
  constexpr byte_set literal_char = bytes::unreserved | bytes::sub_delims | byte_set(":");
  const std::size_t bad = first_outside(host.substr(1), literal_char);
  return bad == std::string_view::npos || host[bad + 1] == ']' ? 0 : bad + 1;
}

class checker {
 public:
  template <class Report>
  static void check(const url_view& url, const Report& report) {
    const url_offsets& at = url.offsets();
    const auto check_characters = [&](component part, std::string_view text, std::size_t from,
                                      const byte_set& allowed, std::string_view rule) {
      const std::size_t bad = first_outside(text, allowed);
      if (bad != std::string_view::npos)
        report(violation{part, static_cast<std::uint32_t>(from + bad), rule});
    };
    if (url.has_scheme())
      check_scheme(url.scheme(), report);
    else if (!url.has_authority())
      check_first_segment(url, report);
    if (url.has_userinfo())
      check_characters(component::userinfo, url.userinfo(), at.authority, userinfo_char,
                       "unreserved, escaped, sub-delims, \":\" (RFC 3986 section 3.2.1)");
    if (const std::size_t bad = first_bad_in_host(url.host()); bad != std::string_view::npos)
      report(violation{component::host, static_cast<std::uint32_t>(at.host + bad),
                       url.host().front() == '['
                           ? "IPv6address or IPvFuture in brackets (RFC 3986 section 3.2.2)"
                           : "reg-name (RFC 3986 section 3.2.2)"});
    for (std::size_t i = 0; i < url.port().size(); ++i) {
      if (bytes::digit.contains(url.port()[i])) continue;
      report(violation{component::port, static_cast<std::uint32_t>(at.port + 1 + i),
                       "digits (RFC 3986 section 3.2.3)"});
      break;
    }
    check_characters(component::path, url.path(), at.path, path_char, "pchar, \"/\" (RFC 3986 section 3.3)");
    if (url.has_query())
      check_characters(component::query, url.query(), at.query + 1, bytes::query_char,
                       "pchar, \"/\", \"?\" (RFC 3986 section 3.4)");
    if (url.has_fragment())
      check_characters(component::fragment, url.fragment(), at.fragment + 1, bytes::query_char,
                       "pchar, \"/\", \"?\" (RFC 3986 section 3.5)");
  }

 private:
  // A relative path has no ":" in its first segment, because the text before ":" would be an invalid scheme.
  template <class Report>
  static void check_first_segment(const url_view& url, const Report& report) {
    const std::string_view path = url.path();
    const std::string_view segment = path.substr(0, std::min(path.find('/'), path.size()));
    const std::size_t colon = segment.find(':');
    if (colon == std::string_view::npos) return;
    report_scheme(segment.substr(0, colon), report);
  }

  // Only parse_by_expression() returns invalid schemes.
  template <class Report>
  static void check_scheme(std::string_view scheme, const Report& report) {
    if (bytes::alpha.contains(scheme[0]) && first_bad_in_scheme(scheme) == scheme.size()) return;
    report_scheme(scheme, report);
  }
  template <class Report>
  static void report_scheme(std::string_view scheme, const Report& report) {
    report(violation{component::scheme, static_cast<std::uint32_t>(first_bad_in_scheme(scheme)),
                     "a letter, then letters, digits, \"+\", \"-\", \".\" (RFC 3986 sections 3.1 and 4.2)"});
  }
  static std::size_t first_bad_in_scheme(std::string_view scheme) {
    std::size_t bad = 0;
    if (!scheme.empty() && bytes::alpha.contains(scheme[0]))
      while (bad < scheme.size() && bytes::scheme_char.contains(scheme[bad])) ++bad;
    return bad;
  }
};

}  // namespace

void find_violations(const url_view& url, std::vector<violation>& out) {
  checker::check(url, [&out](const violation& found) { out.push_back(found); });
}

bool is_valid(const url_view& url) {
  bool valid = true;
  checker::check(url, [&valid](const violation&) { valid = false; });
  return valid;
}

}  // namespace urlsieve
