// Lists the places of links in XML: sitemaps, RSS 0.9 to 2.0, Atom, OPML, RDF, XLink, and XHTML inside them.
#ifndef URLSIEVE_REFERENCES_XML_LINKS_HPP
#define URLSIEVE_REFERENCES_XML_LINKS_HPP

#include <string_view>

namespace urlsieve {

enum class xml_text_kind {
  other,       // a link only if the whole text is an absolute URL
  link,        // an absolute or relative URL: loc, link, url, comments ...
  identifier,  // an identifier that may look like a URL: Atom id, a guid that is not a permalink
  html         // HTML, escaped or in CDATA: description, content:encoded ...
};

// Both functions take the local name as written; XML names are case-sensitive.
// Returns the kind of the text of an element; `other` for unknown elements.
[[nodiscard]] xml_text_kind kind_of_text(std::string_view element);
// Returns true if an attribute with this name holds an absolute or relative URL, in any element.
[[nodiscard]] bool is_link_attribute(std::string_view attribute);

}  // namespace urlsieve

#endif
