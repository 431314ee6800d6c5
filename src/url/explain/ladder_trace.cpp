#include "src/url/explain/ladder_trace.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/conventions/conventions.hpp"
#include "src/url/hosts/host.hpp"
#include "src/url/hosts/ipv6.hpp"
#include "src/url/normalize/canonical.hpp"
#include "src/url/normalize/scheme_path.hpp"
#include "src/url/parse/parse.hpp"
#include "src/url/percent.hpp"
#include "src/url/scheme.hpp"
#include "urlsieve/enum_table.hpp"
#include "urlsieve/stats.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {
namespace {

constexpr byte_set draft_unreserved = bytes::alphanum | byte_set("_~");

constexpr auto repair_rules = enum_table<repair_kind>(
    {{repair_kind::trimmed, "white space and controls at either end dropped (RFC 3986 Appendix C)"},
     {repair_kind::line_break, "tabs and line breaks inside dropped (RFC 3986 Appendix C)"},
     {repair_kind::backslash, "\"\\\" read as \"/\" (rfc2396bis-01 section 2.4.3)"},
     {repair_kind::userinfo_at, "\"@\" inside the userinfo percent-encoded (RFC 3986 section 3.2.1)"},
     {repair_kind::escaped, "excluded characters percent-encoded (rfc2396bis-01 section 2.4.3)"},
     {repair_kind::lone_percent, "\"%\" that begins no escape percent-encoded (rfc2396bis-01 section 2.4.2)"},
     {repair_kind::host_decoded, "escapes in the host decoded (RFC 3986 section 3.2.2)"},
     {repair_kind::host_idna, "host converted to A-labels (UTS 46)"},
     {repair_kind::slashes, "slashes before the authority corrected (RFC 3986 section 3.2)"}});

// A URL in separate components, so that a rule changes one component and cannot move others.
struct components {
  const scheme_info* info = nullptr;
  bool has_authority = false;
  std::optional<std::string> scheme;  // nullopt: undefined
  std::optional<std::string> userinfo;
  std::string host;  // the whole authority if opaque
  std::optional<std::string> port;
  std::string path;
  std::optional<std::string> query;
  std::optional<std::string> fragment;

  [[nodiscard]] bool has(std::uint16_t rule) const { return info != nullptr && info->has(rule); }
  [[nodiscard]] bool names_server() const { return info == nullptr || info->names_server(); }
};

components split_components(std::string_view text) {
  const url_view url = url_view::of(text);
  components url_parts;
  components& to = url_parts;
  to.info = find_scheme(url.scheme());
  if (url.has_scheme()) to.scheme = url.scheme();
  to.has_authority = url.has_authority();
  if (to.names_server()) {
    if (url.has_userinfo()) to.userinfo = url.userinfo();
    to.host = url.host();
    if (url.has_port()) to.port = url.port();
  } else {
    to.host = url.authority();
  }
  to.path = url.path();
  if (url.has_query()) to.query = url.query();
  if (url.has_fragment()) to.fragment = url.fragment();
  return url_parts;
}

// Recomposes the URL (RFC 3986 section 5.3). Guards a path that would be read as an authority or a scheme
// (sections 3.3, 4.2).
std::string join_components(const components& url) {
  std::string text;
  if (url.scheme) text.append(*url.scheme).append(1, ':');
  if (url.has_authority) {
    text.append("//");
    if (url.userinfo) text.append(*url.userinfo).append(1, '@');
    text.append(url.host);
    if (url.port) text.append(1, ':').append(*url.port);
  } else if (url.path.starts_with("//")) {
    text.append("/.");
  } else if (!url.scheme && scheme_length(url.path) != 0) {
    text.append("./");
  }
  text.append(url.path);
  if (url.query) text.append(1, '?').append(*url.query);
  if (url.fragment) text.append(1, '#').append(*url.fragment);
  return text;
}

void lower_scheme(components& url, const url_options&) {
  if (url.scheme) std::transform(url.scheme->begin(), url.scheme->end(), url.scheme->begin(), ascii::lower);
}

template <class Change>
void change_escaped(components& url, const Change& change) {
  for (std::string* part : {&url.host, &url.path}) change(*part);
  for (std::optional<std::string>* part : {&url.userinfo, &url.query, &url.fragment})
    if (*part) change(**part);
}

void raise_hex_digits(components& url, const url_options&) {
  change_escaped(url, [](std::string& part) {
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (is_escape(part, i)) write_escape(part.data() + i, decoded_escape(part, i));
    }
  });
}

void decode_unreserved(components& url, const url_options& options) {
  const byte_set& unescaped =
      options.unreserved == unreserved_set::draft ? draft_unreserved : bytes::unreserved;
  change_escaped(url, [&](std::string& part) {
    std::string decoded;
    for (std::size_t i = 0; i < part.size(); ++i) {
      const bool decodes = is_escape(part, i) && unescaped.contains(decoded_escape(part, i));
      decoded.push_back(decodes ? decoded_escape(part, i) : part[i]);
      if (decodes) i += 2;
    }
    part = std::move(decoded);
  });
}

void lower_host(components& url, const url_options&) {
  if (!url.names_server()) return;
  for (std::size_t i = 0; i < url.host.size(); ++i) {
    if (is_escape(url.host, i))
      i += 2;
    else
      url.host[i] = ascii::lower(url.host[i]);
  }
}

void drop_dot_segments(components& url, const url_options& options) {
  const bool keeps = options.above_root == above_root_choice::keep ||
                     (options.above_root == above_root_choice::as_resolution &&
                      options.resolution != resolution_choice::rfc3986);
  const path_owner owner{url.info, url.scheme.has_value(), url.has_authority};
  url.path.resize(remove_path_dots(owner, url.path.data(), url.path.size(), keeps).size);
}

void drop_port_zeros(components& url, const url_options&) {
  while (url.port && url.port->size() > 1 && url.port->front() == '0') url.port->erase(0, 1);
}

void drop_empty_port(components& url, const url_options&) {
  if (url.port && url.port->empty()) url.port.reset();
}

void drop_default_port(components& url, const url_options&) {
  if (!url.port) return;
  unsigned number = 0;
  const char* const last = url.port->data() + url.port->size();
  const auto [end, failed] = std::from_chars(url.port->data(), last, number);
  if (failed != std::errc() || end != last || number == 0 || url.info == nullptr) return;
  if (number == url.info->default_port) url.port.reset();
}

void drop_local_host(components& url, const url_options&) {
  if (url.has(scheme_rule::local_host) && url.host == "localhost") url.host.clear();
}

// After an authority, a path that begins with "//" needs no guard, so the guard is removed.
void add_empty_authority(components& url, const url_options& options) {
  if (!url.has(scheme_rule::local_host) || url.has_authority || !url.path.starts_with('/')) return;
  drop_dot_segments(url, options);
  url.has_authority = true;
}

void write_shortest_address(components& url, const url_options&) {
  if (!url.scheme || !url.names_server() || !url.host.starts_with('[')) return;
  const auto address = ipv6_value(std::string_view(url.host).substr(1, url.host.size() - 2));
  if (!address) return;
  std::array<char, 39> shortest;
  url.host.assign(1, '[').append(shortest.data(), write_ipv6(*address, shortest.data())).push_back(']');
}

void write_decimal_address(components& url, const url_options&) {
  if (url.host.empty() || !bytes::digit.contains(url.host.front()) || !url.has(scheme_rule::domain_host))
    return;
  const auto address = any_ipv4(url.host);
  if (!address || is_ipv4(url.host)) return;
  std::array<char, 15> decimal;
  url.host.assign(decimal.data(), write_ipv4(*address, decimal.data()));
}

// Applies one path rule of the scheme, if the scheme has `rule`.
template <std::uint16_t rule>
void apply_path_rule(components& url, const url_options&) {
  if (!url.has(rule)) return;
  scheme_info only = *url.info;
  only.rules = rule;
  // write_scheme_path() reads two bytes before the path and may add two bytes after it.
  std::string place = "//" + url.path + "//";
  char* const path = place.data() + 2;
  const char* const end =
      write_scheme_path(only, url.has_authority, url.query.has_value(), path, path + url.path.size());
  url.path.assign(path, static_cast<std::size_t>(end - path));
  if (url.query) write_scheme_query(only, url.query->data(), url.query->data() + url.query->size());
}

struct step {
  rung of;
  std::string_view rule;
  void (*apply)(components&, const url_options&);
};

// The rules in the order of write_url().
constexpr std::array steps{
    step{rung::syntax, "scheme in lower case (RFC 3986 section 6.2.2.1)", lower_scheme},
    step{rung::syntax, "hex digits of escapes in upper case (RFC 3986 section 6.2.2.1)", raise_hex_digits},
    step{rung::syntax, "escapes of unreserved characters decoded (RFC 3986 section 6.2.2.2)",
         decode_unreserved},
    step{rung::syntax, "host in lower case (RFC 3986 section 6.2.2.1)", lower_host},
    step{rung::syntax, "dot segments removed (RFC 3986 section 6.2.2.3)", drop_dot_segments},
    step{rung::scheme, "host \"localhost\" is the empty host (rfc1738 section 3.10)", drop_local_host},
    step{rung::scheme, "no authority is an empty one (RFC 8089 Appendix B)", add_empty_authority},
    step{rung::scheme, "IPv6 address in its one spelling (RFC 5952 section 4)", write_shortest_address},
    step{rung::scheme, "IPv4 address in decimal (rfc2396bis-01 section 7.3)", write_decimal_address},
    step{rung::scheme, "leading zeros of the port dropped (RFC 3986 section 6.2.3)", drop_port_zeros},
    step{rung::scheme, "empty port dropped (RFC 3986 section 6.2.3)", drop_empty_port},
    step{rung::scheme, "default port dropped (RFC 3986 section 6.2.3)", drop_default_port},
    step{rung::scheme, "empty path written as \"/\" (RFC 3986 section 6.2.3)",
         apply_path_rule<scheme_rule::slash_path>},
    step{rung::scheme, "type code in lower case (rfc1738 section 3.2.2)",
         apply_path_rule<scheme_rule::type_code>},
    step{rung::scheme, "no gopher type means a directory, type 1 (RFC 4266 section 2.1)",
         apply_path_rule<scheme_rule::gopher_type>},
    step{rung::scheme, "domain of the address in lower case (RFC 6068 section 2, RFC 5538, RFC 2392)",
         apply_path_rule<scheme_rule::address_domain>},
    step{rung::scheme, "namespace identifier in lower case (RFC 8141 section 3.1)",
         apply_path_rule<scheme_rule::namespace_name>},
};

canonical_url write_form(std::string_view reference, const base_url* base, url_options options, rung ladder,
                         std::string& form) {
  options.ladder = ladder;
  options.conventions = convention_options{};
  const canonicalizer canonical(options);
  form.resize(canonicalizer::capacity_for(reference.size(), base));
  const canonical_url result = base != nullptr ? canonical.canonicalize(reference, base, form.data())
                                               : canonical.normalize(reference, form.data());
  form.resize(result.rejected == rejection::none ? result.size : 0);
  return result;
}

// Reports repair and resolution as one rule each, because each is a single pass.
void trace_reading(std::string_view reference, const base_url* base, const url_options& options,
                   std::uint16_t repairs, rung_trace& trace) {
  for (std::size_t kind = 0; kind < repair_count; ++kind) {
    if ((repairs >> kind & 1U) != 0) trace.rules.push_back({repair_rules[kind], {}, {}});
  }
  const std::string_view written = reference.substr(end_of_leading_space(reference));
  const url_view url = url_view::of(written);
  if (base != nullptr && !url.has_scheme())
    trace.rules.push_back({"resolved against the base (RFC 3986 section 5.2)", {}, {}});
  if (url.has_fragment() && !options.keep_fragment)
    trace.rules.push_back({"fragment split off (RFC 3986 section 6.1)", {}, {}});
}

void trace_rung(rung ladder, const std::string& below, const url_options& options, rung_trace& trace) {
  components url = split_components(below);
  std::string form = below;
  for (const step& row : steps) {
    if (row.of != ladder) continue;
    row.apply(url, options);
    std::string next = join_components(url);
    if (next == form) continue;
    form = std::move(next);
    trace.rules.push_back({row.rule, form, {}});
  }
  trace.is_explained = form == trace.form;
}

}  // namespace

std::array<rung_trace, rung_count> trace_ladder(std::string_view reference, const base_url* base,
                                                const url_options& options) {
  std::array<rung_trace, rung_count> ladder;
  if (base != nullptr && base->empty()) base = nullptr;
  for (std::size_t i = 0; i < rung_count; ++i) {
    const rung here = static_cast<rung>(i);
    const canonical_url result = write_form(reference, base, options, here, ladder[i].form);
    ladder[i].rejected = result.rejected;
    if (result.rejected != rejection::none) {
      for (std::size_t above = i + 1; above < rung_count; ++above) ladder[above].rejected = result.rejected;
      break;
    }
    if (here == rung::string)
      trace_reading(reference, base, options, result.repairs, ladder[i]);
    else
      trace_rung(here, ladder[i - 1].form, options, ladder[i]);
  }
  return ladder;
}

std::vector<applied_rule> trace_conventions(const convention_options& options, std::string form) {
  std::vector<applied_rule> rules;
  for (bool again = true; again;) {
    const std::size_t size = form.size();
    for (const convention& rule : conventions) {
      if (!(options.*rule.is_on)) continue;
      convention_options alone;
      alone.*rule.is_on = true;
      std::string next = form;
      next.resize(fold_conventions(alone, next.data(), next.size()));
      if (next == form) continue;
      form = std::move(next);
      rules.push_back({rule.done, form, rule.name});
    }
    again = form.size() != size;
  }
  return rules;
}

}  // namespace urlsieve
