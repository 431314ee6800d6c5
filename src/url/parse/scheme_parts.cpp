#include "src/url/parse/scheme_parts.hpp"

#include <algorithm>
#include <cstddef>

#include "src/text/scan/byte_class.hpp"
#include "src/url/parse/founding_grammars.hpp"
#include "src/url/parse/part_reader.hpp"
#include "src/url/scheme.hpp"
#include "urlsieve/field.hpp"

namespace urlsieve {

namespace {

// atom *( "." atom ): records an empty atom as a violation.
void dot_atoms(part_reader& url, std::string_view text, std::string_view rule) {
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find('.', from), text.size());
    if (end == from) return url.breaks(text.substr(from), rule);
    from = end + 1;
  }
}

// RFC 822 addr-spec: local part, "@", domain. Only a quoted local part may contain another "@".
void address(part_reader& url, std::string_view text, std::string_view local, std::string_view domain,
             std::string_view rule) {
  const std::size_t at = text.rfind('@');
  if (at == std::string_view::npos || at == 0 || at + 1 == text.size()) return url.breaks(text, rule);
  const std::string_view user = text.substr(0, at);
  url.name(local, user);
  url.name(domain, text.substr(at + 1));
  if (!user.starts_with("%22")) {
    dot_atoms(url, user, rule);
    if (const std::size_t second_at = user.find('@'); second_at != std::string_view::npos)
      url.breaks(user.substr(second_at), rule);
  }
  dot_atoms(url, text.substr(at + 1), rule);
}

// RFC 6068 section 2: mailtoURI = "mailto:" [ to ] [ "?" hfname "=" hfvalue *( "&" ... ) ]
void mailto(part_reader& url) {
  url.no_authority("no \"//\" before an address (RFC 6068 section 2)");
  std::string_view to = url.url().path();
  if (to.empty() && !url.url().has_query()) url.breaks(to, "encoded822addr (rfc1738 section 5)");
  while (!to.empty()) {
    const auto [mailbox, rest_of_list] = cut(to, to.find(','));
    address(url, mailbox, "local-part", "domain", "addr-spec (RFC 6068 section 2)");
    if (rest_of_list.data() != nullptr && rest_of_list.empty())
      url.breaks(rest_of_list, "addr-spec (RFC 6068 section 2)");
    to = rest_of_list;
  }
  if (!url.url().has_query()) return;
  for (std::string_view fields = url.url().query(); fields.data() != nullptr;) {
    const auto [header, rest_of_list] = cut(fields, fields.find('&'));
    const auto [field, value] = cut(header, header.find('='));
    url.name("hfname", field);
    if (value.data() != nullptr)
      url.name("hfvalue", value);
    else
      url.breaks(header.substr(header.size()), "hfname \"=\" hfvalue (RFC 6068 section 2)");
    fields = rest_of_list;
  }
}

// RFC 2392 section 2: mid:message-id [ "/" content-id ]; bnf-1993-11 allows only the message-id.
void mid(part_reader& url) {
  url.no_authority("no \"//\" before a message-id (RFC 2392 section 2)");
  const auto [message, content] = cut(url.url().path(), url.url().path().find('/'));
  address(url, message, "message-local", "message-domain", "addr-spec (bnf-1993-11 midaddress)");
  if (content.data() != nullptr)
    address(url, content, "content-local", "content-domain", "content-id (RFC 2392 section 2)");
  url.no_query("no query (RFC 2392 section 2)");
}

void cid(part_reader& url) {
  url.no_authority("no \"//\" before a content-id (RFC 2392 section 2)");
  address(url, url.url().path(), "content-local", "content-domain",
          "content-identifier (bnf-1993-11 cidaddress)");
  url.no_query("no query (RFC 2392 section 2)");
}

// RFC 8141 section 2: urn:NID:NSS [ "?+" r-component ] [ "?=" q-component ]
void urn(part_reader& url) {
  url.no_authority("no \"//\" before a NID (RFC 8141 section 2)");
  const auto [nid, nss] = cut(url.url().path(), url.url().path().find(':'));
  url.name("NID", nid);
  if (nss.data() != nullptr) url.name("NSS", nss);
  if (nid.size() < 2 || nid.size() > 32 || nss.empty() || nid.starts_with('-') || nid.ends_with('-'))
    url.breaks(nid, "NID \":\" NSS (RFC 8141 section 2)");
  url.exactly(nid, bytes::alphanum | byte_set("-"), "NID of letters, digits, \"-\" (RFC 8141 section 2)");
  if (nss.starts_with('/')) url.breaks(nss, "NSS without \"/\" at its front (RFC 8141 section 2)");
  if (!url.url().has_query()) return;
  const std::string_view query = url.url().query();
  const std::size_t mark = query.starts_with('=') ? 0 : query.find("?=");
  const auto [resolution, named] = cut(query, mark, mark == 0 ? 1 : 2);
  if (resolution.starts_with('+')) url.name("r-component", resolution.substr(1));
  if (named.data() != nullptr) url.name("q-component", named);
  if ((mark != 0 && resolution.size() < 2) || (mark != 0 && !resolution.starts_with('+')) ||
      (named.data() != nullptr && named.empty()))
    url.breaks(component::query, query, "\"?+\" r-component, \"?=\" q-component (RFC 8141 section 2.3)");
}

void generic(part_reader& to) {
  const url_view& url = to.url();
  if (url.has_userinfo()) to.name("userinfo", url.userinfo());
  if (url.has_authority()) to.name("host", url.host());
  if (url.has_port()) to.name("port", url.port());
  to.name("path", url.path());
  if (url.has_query()) to.name("query", url.query());
}

scheme_grammar grammar_of(std::string_view scheme) {
  if (scheme == "mailto") return mailto;
  if (scheme == "mid") return mid;
  if (scheme == "cid") return cid;
  if (scheme == "urn") return urn;
  const scheme_grammar founding = rfc1738_grammar(scheme);
  return founding != nullptr ? founding : generic;
}

}  // namespace

void name_parts(const url_view& url, std::vector<named_part>& parts, std::vector<violation>& violations) {
  part_reader reader(url, parts, violations);
  const scheme_info* const scheme = find_scheme(url.scheme());
  grammar_of(scheme != nullptr ? scheme->name : std::string_view())(reader);
  if (url.has_fragment()) reader.name("fragment", url.fragment());
  std::sort(violations.begin(), violations.end(), [](const violation& a, const violation& b) {
    return a.position != b.position ? a.position < b.position : a.where < b.where;
  });
}

}  // namespace urlsieve
