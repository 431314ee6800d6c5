#include "src/references/xml_link_names.hpp"

#include <algorithm>
#include <iterator>

#include "src/markup/xml_markup.hpp"

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

// Attributes whose absolute URLs are names or titles, and rarely addresses of pages: Atom and RSS (scheme,
// domain), OPML (text), RDFa, XLink, XML Signature, SOAP, WSDL, SVG.
constexpr std::string_view identifier_attributes[] = {"id",
                                                      "name",
                                                      "title",
                                                      "text",
                                                      "label",
                                                      "rel",
                                                      "rev",
                                                      "type",
                                                      "scheme",
                                                      "domain",
                                                      "namespace",
                                                      "targetNamespace",
                                                      "role",
                                                      "arcrole",
                                                      "typeof",
                                                      "property",
                                                      "vocab",
                                                      "profile",
                                                      "datatype",
                                                      "Algorithm",
                                                      "encodingStyle",
                                                      "transport",
                                                      "soapAction",
                                                      "requiredFeatures",
                                                      "requiredExtensions"};

// Attributes of the list above that hold words in prose and data: backups of messages, outlines of notes.
constexpr std::string_view text_attributes[] = {"title", "text", "label"};

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

bool is_identifier_attribute(std::string_view attribute, bool is_prose) {
  if (is_prose && holds(text_attributes, local_name(attribute))) return false;
  return attribute == "xmlns" || attribute.starts_with("xmlns:") || attribute.starts_with("xml:") ||
         holds(identifier_attributes, local_name(attribute));
}

}  // namespace urlsieve
