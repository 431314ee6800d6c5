#include "src/references/xml_links.hpp"

#include <algorithm>
#include <iterator>

namespace urlsieve {
namespace {

// sitemaps.org protocol 0.9 and its image, video and news extensions; RSS 2.0; Atom (RFC 4287); wfw, slash.
constexpr std::string_view link_elements[] = {
    "loc",        "link",          "url",        "comments", "docs", "icon",        "logo",    "uri",
    "commentRss", "thumbnail_loc", "player_loc", "origLink", "guid", "content_loc", "license", "image_loc"};
constexpr std::string_view identifier_elements[] = {"id", "identifier"};
constexpr std::string_view html_elements[] = {"description", "encoded", "content", "summary"};
constexpr std::string_view attributes[] = {"href",    "src",      "url",      "uri",       "xmlUrl",
                                           "htmlUrl", "resource", "about",    "data",      "poster",
                                           "cite",    "action",   "longdesc", "background"};

template <std::size_t N>
bool holds(const std::string_view (&list)[N], std::string_view name) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

}  // namespace

xml_text_kind kind_of_text(std::string_view element) {
  if (holds(link_elements, element)) return xml_text_kind::link;
  if (holds(identifier_elements, element)) return xml_text_kind::identifier;
  if (holds(html_elements, element)) return xml_text_kind::html;
  return xml_text_kind::other;
}

bool is_link_attribute(std::string_view attribute) {
  return holds(attributes, attribute);
}

}  // namespace urlsieve
