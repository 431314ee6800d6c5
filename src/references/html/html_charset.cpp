// Follows the order of precedence of the standard's "prescan a byte stream". A <meta> counts only in the
// first 1024 bytes, and comments are skipped. A <meta> cannot truthfully declare UTF-16, because the <meta>
// itself was read as ASCII.
#include "src/references/html/html_charset.hpp"

#include <algorithm>
#include <cstddef>

#include "src/markup/html_names.hpp"
#include "src/markup/html_tokenizer.hpp"
#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t prescanned = 1024;

void skip_space(std::string_view& rest) {
  while (!rest.empty() && bytes::html_space.contains(rest.front())) rest.remove_prefix(1);
}

}  // namespace

encoding encoding_of_meta(const html_tag& tag) {
  std::string_view charset;
  std::string_view content;
  bool pragma = false;
  for (const html_attribute& attribute : tag.attributes) {
    if (ascii::same(attribute.name, "http-equiv"))
      pragma = pragma || ascii::same(attribute.value, "content-type");
    if (ascii::same(attribute.name, "content") && content.empty())
      content = charset_of_meta_content(attribute.value);
    if (ascii::same(attribute.name, "charset") && charset.empty()) charset = attribute.value;
  }
  if (charset.empty() && pragma) charset = content;
  if (charset.empty()) return {};
  const encoding named = find_encoding(charset);
  if (is_wide(named)) return find_encoding("utf-8");
  return ascii::same(named.name, "x-user-defined") ? find_encoding("windows-1252") : named;
}

std::string_view charset_of_meta_content(std::string_view content) {
  constexpr std::string_view key = "charset";
  constexpr byte_set end = bytes::html_space | byte_set(";");
  for (std::size_t at = 0; at + key.size() <= content.size(); ++at) {
    if (!ascii::same(content.substr(at, key.size()), key)) continue;
    std::string_view rest = content.substr(at + key.size());
    skip_space(rest);
    if (!rest.starts_with('=')) continue;
    rest.remove_prefix(1);
    skip_space(rest);
    if (rest.empty()) return {};
    if (rest.front() == '"' || rest.front() == '\'') {
      const std::size_t closing = rest.find(rest.front(), 1);
      return closing == std::string_view::npos ? std::string_view() : rest.substr(1, closing - 1);
    }
    const auto stop = std::find_if(rest.begin(), rest.end(), [&](char c) { return end.contains(c); });
    return rest.substr(0, static_cast<std::size_t>(stop - rest.begin()));
  }
  return {};
}

encoding prescan_html(std::string_view body) {
  const std::string_view head = body.substr(0, prescanned);
  html_tag tag;
  for (std::size_t at = head.find('<'); at != std::string_view::npos; at = head.find('<', at)) {
    const markup found = read_markup(head, at, false);
    if (found.kind != markup_kind::tag) {
      at = found.end;
      continue;
    }
    const std::size_t end = read_tag(head, at, tag);
    if (end == unfinished) return {};
    at = end;
    if (tag.closing || !ascii::same(tag.name, "meta")) continue;
    const encoding named = encoding_of_meta(tag);
    if (named.kind != encoding_kind::unknown) return named;
  }
  return {};
}

std::string_view xml_declared_encoding(std::string_view body) {
  if (!body.starts_with("<?xml")) return {};
  const std::string_view head = body.substr(0, std::min(body.find("?>"), prescanned));
  const std::size_t key = head.find("encoding");
  if (key == std::string_view::npos) return {};
  std::string_view rest = head.substr(key + 8);
  skip_space(rest);
  if (!rest.starts_with('=')) return {};
  rest.remove_prefix(1);
  skip_space(rest);
  if (rest.empty() || (rest.front() != '"' && rest.front() != '\'')) return {};
  const std::size_t closing = rest.find(rest.front(), 1);
  return closing == std::string_view::npos ? std::string_view() : rest.substr(1, closing - 1);
}

std::string_view css_declared_encoding(std::string_view body) {
  constexpr std::string_view rule = "@charset \"";
  if (!body.starts_with(rule)) return {};
  const std::size_t closing = body.substr(0, prescanned).find("\";", rule.size());
  return closing == std::string_view::npos ? std::string_view()
                                           : body.substr(rule.size(), closing - rule.size());
}

}  // namespace urlsieve
