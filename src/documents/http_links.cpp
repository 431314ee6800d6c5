#include "src/documents/http_links.hpp"

#include <cstddef>

#include "src/documents/header_fields.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t npos = std::string_view::npos;

void add(std::string_view raw, std::string_view where, std::vector<reference>& out) {
  raw = trimmed(raw);
  if (raw.empty()) return;
  reference& found = out.emplace_back();
  found.raw = raw;
  found.where = where;
}

// Past the parameters of a link-value, to after the comma that ends it; quoted strings may hold commas.
std::size_t next_link_value(std::string_view value, std::size_t at) {
  bool quoted = false;
  for (; at < value.size(); ++at) {
    if (quoted && value[at] == '\\') {
      ++at;
    } else if (value[at] == '"') {
      quoted = !quoted;
    } else if (!quoted && value[at] == ',') {
      return at + 1;
    }
  }
  return value.size();
}

// Link = #( "<" URI-Reference ">" *( OWS ";" OWS link-param ) )
void find_link_values(std::string_view value, std::vector<reference>& out) {
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t open = value.find_first_not_of(" \t,", at);
    if (open == npos) return;
    if (value[open] == '<') {
      const std::size_t close = value.find('>', open);
      if (close == npos) return;
      add(value.substr(open + 1, close - open - 1), "http:Link", out);
      at = next_link_value(value, close + 1);
    } else {
      at = next_link_value(value, open);
    }
  }
}

// "5; url='/next'": a time, a separator, then the URL with or without "url=" and quotes.
void find_refresh(std::string_view value, std::vector<reference>& out) {
  const std::size_t time = value.find_first_not_of("0123456789.");
  if (time == npos || (time == 0 && value.front() != ';' && value.front() != ',')) return;
  std::string_view rest = value.substr(time);
  const std::size_t separator = rest.find_first_not_of(" \t");
  if (separator == npos) return;
  if (separator == 0 && rest.front() != ';' && rest.front() != ',') return;
  rest.remove_prefix(separator);
  if (rest.front() == ';' || rest.front() == ',') rest = trimmed(rest.substr(1));
  if (begins_with_name(rest, "url")) {
    const std::string_view after = trimmed(rest.substr(3));
    if (after.starts_with('=')) rest = trimmed(after.substr(1));
  }
  if (rest.starts_with('"') || rest.starts_with('\'')) {
    const char quote = rest.front();
    rest.remove_prefix(1);
    rest = rest.substr(0, rest.find(quote));
  }
  add(rest, "http:Refresh", out);
}

}  // namespace

void find_http_links(std::string_view name, std::string_view value, std::vector<reference>& out) {
  if (same_name(name, "location")) return add(value, "http:Location", out);
  if (same_name(name, "link")) return find_link_values(value, out);
  if (same_name(name, "content-location")) return add(value, "http:Content-Location", out);
  if (same_name(name, "refresh")) return find_refresh(value, out);
}

}  // namespace urlsieve
