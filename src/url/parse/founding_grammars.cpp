#include "src/url/parse/founding_grammars.hpp"

#include <algorithm>
#include <cstddef>

#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/hosts/host.hpp"
#include "src/url/percent.hpp"
#include "urlsieve/field.hpp"

namespace urlsieve {

namespace {

// uchar without escapes, plus "~", which RFC 3986 section 2.3 made unreserved.
constexpr byte_set uchar = bytes::alphanum | byte_set("$-_.+!*'(),~");
constexpr byte_set segment_char = uchar | byte_set("?:@&=");  // fsegment and psegment
constexpr byte_set field_char = uchar | byte_set("?:@&");
constexpr byte_set search_char = uchar | byte_set(";:@&=");
constexpr byte_set group_char = bytes::alphanum | byte_set("-.+_");
constexpr byte_set article_char = uchar | byte_set(";/?:&=");
constexpr byte_set any_char = bytes::query_char;  // xchar: the generic syntax requires no more

// Returns the last offset of `code` in `text`, ignoring case, or npos.
std::size_t find_last_caseless(std::string_view text, std::string_view code) {
  const auto* const found = std::find_end(text.begin(), text.end(), code.begin(), code.end(),
                                          [](char a, char b) { return ascii::lower(a) == b; });
  return found == text.end() ? std::string_view::npos : static_cast<std::size_t>(found - text.begin());
}

// ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
void ftp(part_reader& url) {
  if (!url.login()) return;
  constexpr std::string_view code = ";type=";
  const std::string_view whole = url.path_and_query();
  const auto [path, type] = cut(whole, find_last_caseless(whole, code), code.size());
  if (!whole.empty()) url.needs_slash("\"/\" fpath (rfc1738 section 5)");
  url.segments(path, segment_char, "no \";\" in a name, but for \";type=\" at its end (rfc1738 section 5)");
  if (type.data() == nullptr) return;
  url.name("typecode", type);
  if (type.size() != 1 || !byte_set("aidAID").contains(type[0]))
    url.breaks(type, "ftptype = A, I or D (rfc1738 section 5)");
}

// httpurl = "http://" hostport [ "/" hpath [ "?" search ]]; RFC 9110 section 4.2 allows "/" and "?" in
// search.
void http(part_reader& url) {
  url.hostport("no user name, no password (rfc1738 section 3.3, RFC 9110 section 4.2.4)");
  url.segments(url.url().path(), any_char, {});
  if (url.url().has_query()) url.name("search", url.url().query());
}

// fileurl = "file://" [ host | "localhost" ] "/" fpath; RFC 8089 section 2: also "file:/" fpath, and ";".
void file(part_reader& url) {
  if (url.url().has_authority() && url.url().authority().empty())
    url.name("host", url.url().host());
  else if (url.url().has_authority())
    url.hostport("no user name (rfc1738 section 5, RFC 8089 section 2)");
  if (url.url().has_port())
    url.breaks(component::port, url.url().port(), "no port (rfc1738 section 5, RFC 8089 section 2)");
  const std::string_view path = url.path_and_query();
  if (!path.starts_with('/'))
    url.breaks(component::path, path, "\"/\" fpath (rfc1738 section 5, RFC 8089 section 2)");
  url.segments(path, any_char, {});
}

// Records an octet that rfc1738 section 3.4.1 forbids in a selector; TAB ends the selector.
void gopher_selector(part_reader& url, std::string_view selector) {
  url.name("selector", selector);
  for (std::size_t i = 0; i < selector.size(); ++i) {
    if (!is_escape(selector, i)) continue;
    const char octet = decoded_escape(selector, i);
    if (octet == '\n' || octet == '\r')
      return url.breaks(selector.substr(i), "no %0A, no %0D in a selector (rfc1738 section 3.4.1)");
    i += 2;
  }
}

void gopher_search(part_reader& url, std::string_view search) {
  url.name("search", search);
  url.only(search, search_char, "no \"/\", no \"?\" in a search (rfc1738 section 5)");
}

// gopherurl = "gopher://" hostport [ "/" [ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
// gopheraddress of July 1993: gopher://hostport [ / gtype [ selector ] ] [ ? search ]
void gopher(part_reader& url) {
  constexpr std::string_view tab = "%09";
  url.hostport("no user name, no password (rfc1738 section 5)");
  if (url.url().path().empty() && url.url().has_query()) return gopher_search(url, url.url().query());
  const std::string_view path = part_reader::without_leading_slash(url.path_and_query());
  if (path.empty()) return;
  const bool escaped = is_escape(path, 0);
  const char type = escaped ? decoded_escape(path, 0) : path[0];
  const std::size_t behind_type = escaped ? 3 : 1;
  url.name("gtype", path.substr(0, behind_type));
  const std::string_view item = path.substr(behind_type);
  if (item.empty()) return;
  if (type == '7' && item.find(tab) == std::string_view::npos && url.url().has_query()) {
    const auto [selector, search] = cut(item, item.find('?'));
    gopher_selector(url, selector);
    return gopher_search(url, search);
  }
  const auto [selector, rest] = cut(item, item.find(tab), tab.size());
  gopher_selector(url, selector);
  if (rest.data() == nullptr) return;
  const auto [search, plus] = cut(rest, rest.find(tab), tab.size());
  gopher_search(url, search);
  if (plus.data() != nullptr) url.name("gopher+_string", plus);
}

// group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
void group(part_reader& url, std::string_view text) {
  constexpr std::string_view rule =
      "group = a letter, then letters, digits, \"-\", \".\", \"+\", \"_\" (rfc1738 section 5)";
  url.name("group", text);
  if (text.empty() || !bytes::alpha.contains(text[0]))
    url.breaks(text, rule);
  else
    url.exactly(text, group_char, rule);
}

// host = hostname | hostnumber; hostname = *[ domainlabel "." ] toplabel, which begins with a letter
bool is_host(std::string_view text) {
  const host_kind kind = classify_host(text);
  if (kind != host_kind::hostname) return kind == host_kind::ipv4;
  if (text.ends_with('.')) text.remove_suffix(1);
  return bytes::alpha.contains(text[text.rfind('.') + 1]);
}

// article = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
void article(part_reader& url, std::string_view text) {
  constexpr std::string_view rule = "article = uchar, \";/?:&=\" \"@\" host (rfc1738 section 5)";
  const auto [name, host] = cut(text, text.rfind('@'));
  if (name.empty()) return url.breaks(text, rule);
  url.name("article", name);
  url.name("host", host);
  url.only(name, article_char, rule);
  if (!is_host(host)) url.breaks(host, "host = hostname or hostnumber (rfc1738 section 5)");
}

// newsurl = "news:" grouppart, grouppart = "*" | group | article
// RFC 5538 section 3: also on a server, "news://" server "/" [ grouppart ].
void news(part_reader& url) {
  std::string_view text = url.path_and_query();
  if (url.url().has_authority()) {
    url.login();
    url.needs_slash("\"/\" behind the server (RFC 5538 section 3)");
    text = part_reader::without_leading_slash(text);
    if (text.empty()) return;
  }
  if (text == "*")
    url.name("group", text);
  else if (text.find('@') != std::string_view::npos)
    article(url, text);
  else
    group(url, text);
}

// nntpurl = "nntp://" hostport "/" group [ "/" digits ]; nntpaddress of bnf-1993-11: nntp: group / digits
void nntp(part_reader& url) {
  const bool on_server = url.url().has_authority();
  if (on_server) {
    url.hostport("no user name, no password (rfc1738 section 5)");
    url.needs_slash("\"/\" group (rfc1738 section 5)");
  }
  url.no_query("no query (rfc1738 section 5)");
  std::string_view path = url.url().path();
  if (on_server && path.empty()) return;
  if (on_server) path = part_reader::without_leading_slash(path);
  const auto [name, number] = cut(path, path.find('/'));
  group(url, name);
  if (number.data() == nullptr) {
    if (!on_server) url.breaks(path.substr(path.size()), "group \"/\" digits (bnf-1993-11 nntpaddress)");
    return;
  }
  url.name("article-number", number);
  if (number.empty())
    url.breaks(number, "digits (rfc1738 section 5)");
  else
    url.exactly(number, bytes::digit, "digits (rfc1738 section 5)");
}

// telneturl = "telnet://" login [ "/" ]; RFC 6270 applies the same grammar to tn3270.
void telnet(part_reader& url) {
  if (!url.login()) return;
  const std::string_view path = part_reader::without_leading_slash(url.url().path());
  if (!path.empty()) url.breaks(path, "nothing but \"/\" (rfc1738 section 5)");
  url.no_query("no query (rfc1738 section 5)");
}

// waisurl = "wais://" hostport "/" database [ "?" search | "/" wtype "/" wpath ]
void wais(part_reader& url) {
  url.hostport("no user name, no password (rfc1738 section 5)");
  url.needs_slash("\"/\" database (rfc1738 section 5)");
  if (url.url().has_authority() && url.url().path().empty()) return;
  const std::string_view path = part_reader::without_leading_slash(url.url().path());
  const auto [database, document] = cut(path, path.find('/'));
  url.name("database", database);
  url.only(database, uchar,
           "database = *uchar: letters, digits, $-_.+!*'(), and escapes (rfc1738 section 5)");
  if (document.data() == nullptr) {
    if (!url.url().has_query()) return;
    url.name("search", url.url().query());
    return url.only(url.url().query(), search_char, "no \"/\", no \"?\" in a search (rfc1738 section 5)");
  }
  const auto [type, wpath] = cut(document, document.find('/'));
  url.name("wtype", type);
  url.only(type, uchar, "wtype = *uchar: letters, digits, $-_.+!*'(), and escapes (rfc1738 section 5)");
  url.no_query("a search or a document (rfc1738 section 5)");
  if (wpath.data() == nullptr)
    return url.breaks(document.substr(document.size()), "wtype \"/\" wpath (rfc1738 section 5)");
  url.name("wpath", wpath);
  // bnf-1993-11: wpath = digits "=" path ";" [ wpath ]
  url.only(wpath, uchar | byte_set("=;"),
           "wpath = *uchar: letters, digits, $-_.+!*'(), and escapes (rfc1738 section 5)");
}

// prosperolink of 1993: hsoname [ %00 version [ attributes ] ]. The version may be empty before attributes,
// and each attribute follows a %00 (url-1993-07, "Prospero").
void prospero_version(part_reader& url, std::string_view text) {
  constexpr std::string_view null = "%00";
  const auto [version, attributes] = cut(text, text.find(null), null.size());
  url.name("version", version);
  if (version.empty() && attributes.data() == nullptr)
    url.breaks(version, "version = digits (bnf-1993-11 prosperolink)");
  else
    url.exactly(version, bytes::digit, "version = digits (bnf-1993-11 prosperolink)");
  for (std::string_view rest = attributes; rest.data() != nullptr;) {
    const auto [attribute, parameters] = cut(rest, rest.find(null), null.size());
    url.name("attribute", attribute);
    if (attribute.empty())
      url.breaks(attribute, "attribute = letters, digits (bnf-1993-11 prosperolink)");
    else
      url.exactly(attribute, bytes::alphanum, "attribute = letters, digits (bnf-1993-11 prosperolink)");
    rest = parameters;
  }
}

// fieldspec = ";" fieldname "=" fieldvalue
void prospero_field(part_reader& url, std::string_view text) {
  const auto [field, value] = cut(text, text.find('='));
  url.name("fieldname", field);
  url.only(field, field_char, "no \"/\", no \"=\" in a field's name (rfc1738 section 5)");
  if (value.data() == nullptr)
    return url.breaks(text.substr(text.size()), "fieldname \"=\" fieldvalue (rfc1738 section 5)");
  url.name("fieldvalue", value);
  url.only(value, field_char, "no \"/\", no \"=\" in a field's value (rfc1738 section 5)");
}

// prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]
void prospero(part_reader& url) {
  constexpr std::string_view null = "%00";
  url.hostport("no user name, no password (rfc1738 sections 3.11 and 5)");
  url.needs_slash("\"/\" ppath (rfc1738 section 5)");
  if (url.url().has_authority() && !url.url().path().starts_with('/')) return;
  const std::string_view whole = part_reader::without_leading_slash(url.path_and_query());
  const std::size_t end = std::min(whole.find(';'), whole.size());
  const auto [name, version] = cut(whole.substr(0, end), whole.substr(0, end).find(null), null.size());
  url.name("hsoname", name);
  if (version.data() != nullptr) prospero_version(url, version);
  for (std::string_view fields = whole.substr(end); !fields.empty();) {
    fields.remove_prefix(1);
    const std::size_t next = std::min(fields.find(';'), fields.size());
    prospero_field(url, fields.substr(0, next));
    fields.remove_prefix(next);
  }
}

// afsaddress of bnf-1993-11: afs://cellname/path, cellname = hostname, which begins with a letter.
void afs(part_reader& url) {
  if (!url.url().has_authority()) {
    url.breaks(component::host, url.url().path(), "\"//\" cellname (bnf-1993-11 afsaddress)");
  } else {
    url.name("cellname", url.url().host());
    const std::string_view cell = url.url().host();
    if (url.url().has_userinfo())
      url.breaks(component::userinfo, url.url().userinfo(), "cellname (bnf-1993-11 afsaddress)");
    if (cell.empty() || !bytes::alpha.contains(cell[0]))
      url.breaks(component::host, cell, "cellname = a letter, then a hostname (bnf-1993-11 afsaddress)");
    if (url.url().has_port())
      url.breaks(component::port, url.url().port(), "no port (bnf-1993-11 afsaddress)");
  }
  url.needs_slash("\"/\" path (bnf-1993-11 afsaddress)");
  url.name("path", part_reader::without_leading_slash(url.url().path()));
  url.no_query("no query (bnf-1993-11 afsaddress)");
}

struct entry {
  std::string_view scheme;
  scheme_grammar read;
};

constexpr entry grammars[] = {{"ftp", ftp},   {"http", http}, {"https", http},        {"gopher", gopher},
                              {"news", news}, {"nntp", nntp}, {"telnet", telnet},     {"tn3270", telnet},
                              {"wais", wais}, {"file", file}, {"prospero", prospero}, {"afs", afs}};

}  // namespace

scheme_grammar rfc1738_grammar(std::string_view scheme) {
  for (const entry& row : grammars)
    if (row.scheme == scheme) return row.read;
  return nullptr;
}

}  // namespace urlsieve
