#include "src/references/xml_link_names.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

#include "src/markup/xml_markup.hpp"
#include "src/references/values/embedded_json.hpp"
#include "src/text/ascii.hpp"

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

// Local names: RSS 0.9 to 2.0, Atom, sitemaps.org, OPML, SVG, MPEG-DASH, XHTML, XSPF and NCX of EPUB.
constexpr std::string_view roots_with_link_places[] = {
    "rss", "feed", "urlset", "sitemapindex", "opml", "svg", "MPD", "html", "channel", "playlist", "ncx"};

// Local names that other vocabularies use, too, and the namespace that decides: RSS 0.9 and 1.0, Atom, and
// OPF of EPUB.
struct ambiguous_root {
  std::string_view name;
  std::string_view space;
};
constexpr ambiguous_root ambiguous_roots[] = {{"RDF", "http://purl.org/rss/1.0/"},
                                              {"RDF", "http://my.netscape.com/rdf/simple/0.9/"},
                                              {"RDF", "http://channel.netscape.com/rdf/simple/0.9/"},
                                              {"entry", "http://www.w3.org/2005/Atom"},
                                              {"package", "http://www.idpf.org/2007/opf"}};

// Names with the usual prefixes of Office Open XML and OpenDocument.
constexpr std::string_view roots_of_word_processors[] = {"w:document",
                                                         "w:hdr",
                                                         "w:ftr",
                                                         "w:footnotes",
                                                         "w:endnotes",
                                                         "w:comments",
                                                         "p:sld",
                                                         "p:notes",
                                                         "office:document",
                                                         "office:document-content",
                                                         "office:document-styles"};

template <std::size_t N>
bool holds(const std::string_view (&list)[N], std::string_view name) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

// Returns true if `space` is the whole value of an attribute in the tag. Modules of RSS have namespaces that
// begin with that of RSS.
bool declares_namespace(std::string_view tag, std::string_view space) {
  for (std::size_t at = tag.find(space); at != std::string_view::npos; at = tag.find(space, at + 1)) {
    const std::string_view behind = tag.substr(at + space.size());
    if (behind.starts_with('"') || behind.starts_with('\'')) return true;
  }
  return false;
}

struct root_tag {
  std::string_view tag;   // without the angle brackets; empty: none
  std::string_view name;  // with its prefix
};

root_tag root_of(std::string_view text) {
  const std::size_t at = root_at(text);
  if (at == std::string_view::npos) return {};
  const std::string_view tag = text.substr(at + 1, text.find('>', at) - at - 1);
  return {tag, tag.substr(0, tag.find_first_of(" \t\n\f\r/"))};
}

}  // namespace

xml_text_kind kind_of_text(std::string_view element) {
  if (holds(link_elements, element)) return xml_text_kind::link;
  if (holds(identifier_elements, element)) return xml_text_kind::identifier;
  if (holds(html_elements, element)) return xml_text_kind::html;
  return xml_text_kind::other;
}

bool is_xspf_link(std::string_view element) {
  return element == "location" || element == "image" || element == "info";
}

bool is_xspf(std::string_view text) {
  const root_tag root = root_of(text);
  return local_name(root.name) == "playlist" && declares_namespace(root.tag, "http://xspf.org/ns/0/");
}

bool is_spaced_link(std::string_view name, std::string_view text) {
  if (text.empty() || (text.front() | 0x20) != 'h' || !is_link_with_spaces("url", text)) return false;
  if (is_link_key(name)) return true;
  const std::string lowered = ascii::lowered(name);
  constexpr std::string_view words[] = {"image", "picture", "loc", "location"};
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view word) { return lowered.ends_with(word); });
}

bool is_link_attribute(std::string_view attribute) {
  return holds(attributes, attribute);
}

bool is_identifier_attribute(std::string_view attribute, bool is_prose) {
  if (is_prose && holds(text_attributes, local_name(attribute))) return false;
  return attribute == "xmlns" || attribute.starts_with("xmlns:") || attribute.starts_with("xml:") ||
         holds(identifier_attributes, local_name(attribute));
}

bool has_links_in_prose(std::string_view text) {
  const auto [tag, name] = root_of(text);
  const bool is_named = std::any_of(
      std::begin(ambiguous_roots), std::end(ambiguous_roots),
      [&](const auto& row) { return row.name == local_name(name) && declares_namespace(tag, row.space); });
  return !name.empty() && !is_named && !holds(roots_with_link_places, local_name(name)) &&
         !holds(roots_of_word_processors, name);
}

}  // namespace urlsieve
