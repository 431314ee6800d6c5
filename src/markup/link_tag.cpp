#include "src/markup/link_tag.hpp"

#include <algorithm>

#include "src/markup/html_names.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

// Returns the name at the beginning of the inside of a tag; empty if no name is there.
std::string_view tag_name(std::string_view tag) {
  constexpr byte_set name_byte = bytes::alphanum | byte_set("-:");
  constexpr byte_set name_end = bytes::html_space | byte_set("/");
  if (tag.empty() || !bytes::alpha.contains(tag.front())) return {};
  const auto end = std::find_if(tag.begin(), tag.end(), [&](char c) { return !name_byte.contains(c); });
  if (end != tag.end() && !name_end.contains(*end)) return {};
  return tag.substr(0, static_cast<std::size_t>(end - tag.begin()));
}

// Returns true if the text before a "=" ends with the name of an attribute with a link.
bool is_link_attribute_before(std::string_view text) {
  constexpr byte_set name_begin = bytes::html_space | byte_set("/=\"'");
  while (!text.empty() && bytes::html_space.contains(text.back())) text.remove_suffix(1);
  const auto begin = std::find_if(text.rbegin(), text.rend(), [&](char c) { return name_begin.contains(c); });
  switch (attribute_named({begin.base(), text.end()})) {
    case link_attribute::action:
    case link_attribute::action_xhr:
    case link_attribute::data_full_src:
    case link_attribute::data_href:
    case link_attribute::data_lazy_src:
    case link_attribute::data_lazy_srcset:
    case link_attribute::data_src:
    case link_attribute::data_srcset:
    case link_attribute::dynsrc:
    case link_attribute::formaction:
    case link_attribute::href:
    case link_attribute::imagesrcset:
    case link_attribute::lowsrc:
    case link_attribute::src:
    case link_attribute::srcset:
    case link_attribute::xlink_href:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool has_link_tag(std::string_view text) {
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    const std::string_view tag = text.substr(at + 1, text.find_first_of("<>", at + 1) - at - 1);
    const std::string_view name = tag_name(tag);
    if (name.empty() || name.ends_with(':') || name.size() == tag.size()) continue;
    for (std::size_t equals = tag.find('='); equals != std::string_view::npos;
         equals = tag.find('=', equals + 1))
      if (is_link_attribute_before(tag.substr(name.size(), equals - name.size()))) return true;
  }
  return false;
}

bool has_html_tag(std::string_view text) {
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    const std::size_t end = text.find_first_of("<>", at + 1);
    if (end == std::string_view::npos) return false;
    if (text[end] == '<') continue;
    std::string_view tag = text.substr(at + 1, end - at - 1);
    if (tag.starts_with('/')) tag.remove_prefix(1);
    if (element_named(tag_name(tag)) != html_element::unknown) return true;
  }
  return false;
}

bool has_placeholder_value(std::string_view text) {
  constexpr byte_set placeholder("{[%$#\\");
  for (std::size_t at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
    const std::string_view value = text.substr(at + 1);
    if (value.starts_with('\\')) return true;
    if (value.size() < 2 || (value[0] != '"' && value[0] != '\'')) continue;
    const bool is_expression = value[1] == '<' && value.substr(2).starts_with('%');
    const bool is_fragment = value[1] == '#' && !value.substr(2).starts_with('{');
    if (is_expression || (placeholder.contains(value[1]) && !is_fragment)) return true;
  }
  return false;
}

}  // namespace urlsieve
