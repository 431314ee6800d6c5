#include "src/url/scheme_parts.hpp"

#include <algorithm>
#include <utility>

#include "src/text/byte_class.hpp"
#include "src/url/scheme.hpp"

namespace urlsieve {

namespace {

constexpr byte_set group_char = bytes::alphanum | byte_set("-.+_");

// One URL on its way through the grammar of its scheme.
class grammar {
 public:
  grammar(const url_view& url, std::vector<named_part>& parts, std::vector<violation>& violations)
      : url_(url), parts_(parts), violations_(violations) {}

  void name(std::string_view part, std::string_view value) { parts_.push_back({part, value}); }

  void breaks(component where, std::string_view at, std::string_view rule) {
    violations_.push_back({where, static_cast<std::uint32_t>(at.data() - url_.whole().data()), rule});
  }

  // rfc1738 section 5: login = [ user [ ":" password ] "@" ] hostport
  void login() {
    if (url_.has_userinfo()) {
      const std::string_view userinfo = url_.userinfo();
      const std::size_t colon = userinfo.find(':');
      name("user", userinfo.substr(0, std::min(colon, userinfo.size())));
      if (colon != std::string_view::npos) name("password", userinfo.substr(colon + 1));
    }
    hostport();
  }

  void hostport() {
    if (!url_.has_authority()) {
      breaks(component::host, url_.path(), "\"//\" and a host (rfc1738 section 3.1)");
      return;
    }
    name("host", url_.host());
    if (url_.host().empty()) breaks(component::host, url_.host(), "a host (rfc1738 section 3.1)");
    if (url_.has_port()) name("port", url_.port());
  }

  void no_userinfo(std::string_view rule) {
    if (url_.has_userinfo()) breaks(component::userinfo, url_.userinfo(), rule);
  }
  void no_query(std::string_view rule) {
    if (url_.has_query()) breaks(component::query, url_.query(), rule);
  }

  void segments(std::string_view path) {
    while (path.starts_with('/')) {
      path.remove_prefix(1);
      const std::size_t slash = std::min(path.find('/'), path.size());
      name("segment", path.substr(0, slash));
      path.remove_prefix(slash);
    }
  }

  void optional_query(std::string_view part) {
    if (url_.has_query()) name(part, url_.query());
  }

  // RFC 822 addr-spec: something, "@", a domain.
  void address(std::string_view text, std::string_view local, std::string_view domain,
               std::string_view rule) {
    const std::size_t at = text.rfind('@');
    if (at == std::string_view::npos || at == 0 || at + 1 == text.size()) {
      breaks(component::path, text, rule);
      return;
    }
    name(local, text.substr(0, at));
    name(domain, text.substr(at + 1));
  }

  void group(std::string_view text, std::string_view rule) {
    name("group", text);
    if (text.empty() || !bytes::alpha.contains(text[0]) ||
        !std::all_of(text.begin(), text.end(), [](char c) { return group_char.contains(c); }))
      breaks(component::path, text, rule);
  }

  [[nodiscard]] const url_view& url() const { return url_; }

  // The path without the "/" that divides it from the authority.
  [[nodiscard]] std::string_view urlpath() const {
    const std::string_view path = url_.path();
    return path.starts_with('/') ? path.substr(1) : path;
  }

 private:
  const url_view& url_;
  std::vector<named_part>& parts_;
  std::vector<violation>& violations_;
};

bool same(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a | 0x20) : a) == b;
  });
}

std::pair<std::string_view, std::string_view> cut(std::string_view text, std::size_t at,
                                                  std::size_t gap = 1) {
  if (at == std::string_view::npos) return {text, text.substr(text.size())};
  return {text.substr(0, at), text.substr(at + gap)};
}

void ftp(grammar& g) {
  g.login();
  std::string_view path = g.url().path();
  const std::size_t code = path.rfind(';');
  std::string_view type;
  if (code != std::string_view::npos && same(path.substr(code, 6), ";type=")) {
    type = path.substr(code + 6);
    path = path.substr(0, code);
  }
  g.segments(path);
  if (type.data() == nullptr) return;
  g.name("typecode", type);
  if (type.size() != 1 || !byte_set("aidAID").contains(type[0]))
    g.breaks(component::path, type, "ftptype = A, I or D (rfc1738 section 5)");
}

void http(grammar& g) {
  g.login();
  g.segments(g.url().path());
  g.optional_query("search");
}

void file(grammar& g) {
  if (g.url().has_authority()) g.name("host", g.url().host());
  if (!g.url().path().starts_with('/'))
    g.breaks(component::path, g.url().path(), "\"/\" fpath (rfc1738 section 5)");
  g.segments(g.url().path());
}

void gopher(grammar& g) {
  g.hostport();
  const std::string_view path = g.urlpath();
  if (path.empty()) return;
  g.name("gtype", path.substr(0, 1));
  const auto [selector, rest] = cut(path.substr(1), path.substr(1).find("%09"), 3);
  g.name("selector", selector);
  if (rest.empty()) return;
  const auto [search, plus] = cut(rest, rest.find("%09"), 3);
  g.name("search", search);
  if (!plus.empty()) g.name("gopher+_string", plus);
}

void mailto(grammar& g) {
  std::string_view path = g.url().path();
  if (path.empty() && !g.url().has_query())
    g.breaks(component::path, path, "encoded822addr (rfc1738 section 5)");
  while (!path.empty()) {
    const auto [one, rest] = cut(path, path.find(','));
    g.address(one, "local-part", "domain", "addr-spec (RFC 6068 section 2)");
    path = rest;
  }
  for (std::string_view query = g.url().query(); !query.empty();) {
    const auto [one, rest] = cut(query, query.find('&'));
    const auto [field, value] = cut(one, one.find('='));
    g.name("hfname", field);
    g.name("hfvalue", value);
    query = rest;
  }
}

void news(grammar& g) {
  const std::string_view path = g.url().path();
  if (path == "*") {
    g.name("group", path);
  } else if (path.find('@') != std::string_view::npos) {
    g.address(path, "article", "host", "article = id \"@\" host (rfc1738 section 5)");
  } else {
    g.group(path, "\"*\", a group or an article (rfc1738 section 5)");
  }
}

void nntp(grammar& g) {
  g.hostport();
  const auto [group, number] = cut(g.urlpath(), g.urlpath().find('/'));
  g.group(group, "group (rfc1738 section 5)");
  if (g.urlpath().size() == group.size()) return;
  g.name("article-number", number);
  if (number.empty() ||
      !std::all_of(number.begin(), number.end(), [](char c) { return bytes::digit.contains(c); }))
    g.breaks(component::path, number, "digits (rfc1738 section 5)");
}

void telnet(grammar& g) {
  g.login();
  if (!g.urlpath().empty()) g.breaks(component::path, g.urlpath(), "nothing but \"/\" (rfc1738 section 5)");
  g.no_query("no query (rfc1738 section 5)");
}

void wais(grammar& g) {
  g.hostport();
  const auto [database, rest] = cut(g.urlpath(), g.urlpath().find('/'));
  g.name("database", database);
  if (database.empty()) g.breaks(component::path, database, "database (rfc1738 section 3.9)");
  if (g.url().has_query()) {
    g.name("search", g.url().query());
    if (!rest.empty())
      g.breaks(component::query, g.url().query(), "a search or a document (rfc1738 section 5)");
  } else if (g.urlpath().size() != database.size()) {
    const auto [type, path] = cut(rest, rest.find('/'));
    g.name("wtype", type);
    g.name("wpath", path);
    if (path.empty()) g.breaks(component::path, rest, "wtype \"/\" wpath (rfc1738 section 5)");
  }
}

void prospero(grammar& g) {
  g.hostport();
  auto [path, fields] = cut(g.urlpath(), g.urlpath().find(';'));
  g.name("hsoname", path);
  if (path.empty()) g.breaks(component::path, path, "ppath (rfc1738 section 5)");
  while (!fields.empty()) {
    const auto [one, rest] = cut(fields, fields.find(';'));
    const auto [field, value] = cut(one, one.find('='));
    g.name("fieldname", field);
    g.name("fieldvalue", value);
    if (field.size() == one.size())
      g.breaks(component::path, one, "fieldname \"=\" fieldvalue (rfc1738 section 5)");
    fields = rest;
  }
}

void mid(grammar& g) {
  const auto [message, content] = cut(g.url().path(), g.url().path().find('/'));
  g.address(message, "message-local", "message-domain", "addr-spec (bnf-1993-11 midaddress)");
  if (!content.empty())
    g.address(content, "content-local", "content-domain", "content-id (RFC 2392 section 2)");
}

void cid(grammar& g) {
  g.address(g.url().path(), "content-local", "content-domain", "content-identifier (bnf-1993-11 cidaddress)");
}

void afs(grammar& g) {
  g.no_userinfo("cellname (bnf-1993-11 afsaddress)");
  if (g.url().has_authority())
    g.name("cellname", g.url().host());
  else
    g.breaks(component::host, g.url().path(), "\"//\" cellname (bnf-1993-11 afsaddress)");
  g.name("path", g.urlpath());
}

void urn(grammar& g) {
  const auto [nid, nss] = cut(g.url().path(), g.url().path().find(':'));
  g.name("NID", nid);
  g.name("NSS", nss);
  if (nid.size() < 2 || nid.size() > 32 || nss.empty())
    g.breaks(component::path, nid, "NID \":\" NSS (RFC 8141 section 2)");
}

void generic(grammar& g) {
  const url_view& url = g.url();
  if (url.has_userinfo()) g.name("userinfo", url.userinfo());
  if (url.has_authority()) g.name("host", url.host());
  if (url.has_port()) g.name("port", url.port());
  g.name("path", url.path());
  g.optional_query("query");
}

constexpr std::pair<std::string_view, void (*)(grammar&)> grammars[] = {
    {"ftp", ftp},           {"http", http}, {"https", http},    {"gopher", gopher}, {"mailto", mailto},
    {"news", news},         {"nntp", nntp}, {"telnet", telnet}, {"wais", wais},     {"file", file},
    {"prospero", prospero}, {"mid", mid},   {"cid", cid},       {"afs", afs},       {"urn", urn}};

}  // namespace

void name_parts(const url_view& url, std::vector<named_part>& parts, std::vector<violation>& violations) {
  grammar g(url, parts, violations);
  const scheme_info* const scheme = find_scheme(url.scheme());
  const auto* const row = std::find_if(std::begin(grammars), std::end(grammars), [scheme](const auto& entry) {
    return scheme != nullptr && entry.first == scheme->name;
  });
  if (row != std::end(grammars))
    row->second(g);
  else
    generic(g);
  if (url.has_fragment()) g.name("fragment", url.fragment());
}

}  // namespace urlsieve
