// The root element of an XML document decides whether the text of elements is searched for URLs.
#ifndef URLSIEVE_REFERENCES_XML_ROOTS_HPP
#define URLSIEVE_REFERENCES_XML_ROOTS_HPP

#include <string_view>

namespace urlsieve {

// Returns the name of the first element in `text`, as written; empty if there is none. Skips comments,
// instructions and declarations.
[[nodiscard]] std::string_view root_element(std::string_view text);

// Returns false for a missing root, for vocabularies with elements or attributes for links (feeds, sitemaps,
// outlines, SVG, XHTML, MPEG-DASH), and for word processors, which may cut a URL into several elements.
// Returns true for every other root: data and prose (MediaWiki, DocBook, JATS, TEI, backups, property lists)
// hold URLs between words.
[[nodiscard]] bool has_links_in_prose(std::string_view root);

}  // namespace urlsieve

#endif
