#include "src/documents/http/http_links.hpp"

#include <algorithm>
#include <cstddef>

#include "src/documents/header_fields.hpp"
#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

void add(std::string_view raw, std::string_view where, std::vector<reference>& out) {
  raw = trimmed(raw);
  if (raw.empty()) return;
  reference& found = out.emplace_back();
  found.raw = raw;
  found.where = where;
}

// Returns the offset behind the comma that ends a link-value; quoted strings may contain commas.
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

// Calls `take` with each target and its parameters: Link = #( "<" URI-Reference ">" *( OWS ";" OWS link-param
// ) ).
template <class Take>
void for_each_link_value(std::string_view value, const Take& take) {
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t open = value.find_first_not_of(" \t,", at);
    if (open == npos) return;
    at = next_link_value(value, open);
    if (value[open] != '<') continue;
    const std::size_t close = value.find('>', open);
    if (close == npos) return;
    at = next_link_value(value, close + 1);
    std::string_view parameters = value.substr(close + 1, at - close - 1);
    if (parameters.ends_with(',')) parameters.remove_suffix(1);
    take(value.substr(open + 1, close - open - 1), parameters);
  }
}

// Returns the value of the first parameter of this name, without quotes; a view with null data if there is
// none.
std::string_view link_parameter(std::string_view parameters, std::string_view name) {
  for (std::size_t at = 0; at < parameters.size();) {
    const std::size_t begin = std::min(parameters.find_first_not_of("; \t", at), parameters.size());
    at = begin;
    for (bool quoted = false; at < parameters.size() && (quoted || parameters[at] != ';'); ++at) {
      if (quoted && parameters[at] == '\\')
        ++at;
      else if (parameters[at] == '"')
        quoted = !quoted;
    }
    at = std::min(at, parameters.size());
    const std::string_view parameter = parameters.substr(begin, at - begin);
    const std::size_t equals = parameter.find('=');
    if (!ascii::same(trimmed(parameter.substr(0, equals)), name)) continue;
    std::string_view value = equals == npos ? std::string_view("") : trimmed(parameter.substr(equals + 1));
    if (value.starts_with('"')) value = value.substr(1, value.find('"', 1) - 1);
    return value;
  }
  return {};
}

bool holds_word(std::string_view list, std::string_view word) {
  for (std::size_t at = list.find_first_not_of(" \t,"); at < list.size();) {
    const std::size_t end = std::min(list.find_first_of(" \t,", at), list.size());
    if (ascii::same(list.substr(at, end - at), word)) return true;
    at = list.find_first_not_of(" \t,", end);
  }
  return false;
}

// Reads "5; url='/next'": a time, a separator, and the URL with or without "url=" and quotes.
void find_refresh(std::string_view value, std::vector<reference>& out) {
  const std::size_t time = value.find_first_not_of("0123456789.");
  if (time == npos || (time == 0 && value.front() != ';' && value.front() != ',')) return;
  std::string_view rest = value.substr(time);
  const std::size_t separator = rest.find_first_not_of(" \t");
  if (separator == npos) return;
  if (separator == 0 && rest.front() != ';' && rest.front() != ',') return;
  rest.remove_prefix(separator);
  if (rest.front() == ';' || rest.front() == ',') rest = trimmed(rest.substr(1));
  if (ascii::begins(rest, "url")) {
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
  if (ascii::same(name, "location")) return add(value, "http:Location", out);
  if (ascii::same(name, "link"))
    return for_each_link_value(
        value, [&](std::string_view target, std::string_view) { add(target, "http:Link", out); });
  if (ascii::same(name, "content-location")) return add(value, "http:Content-Location", out);
  if (ascii::same(name, "refresh")) return find_refresh(value, out);
}

// A link with an anchor describes another document (RFC 8288 section 3.2).
std::string_view canonical_link(std::string_view value) {
  std::string_view found;
  for_each_link_value(value, [&](std::string_view target, std::string_view parameters) {
    if (found.empty() && holds_word(link_parameter(parameters, "rel"), "canonical") &&
        link_parameter(parameters, "anchor").data() == nullptr)
      found = trimmed(target);
  });
  return found;
}

}  // namespace urlsieve
