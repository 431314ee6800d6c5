// The root element of an XML document decides whether the text of elements is searched for URLs.
#ifndef URLSIEVE_REFERENCES_XML_ROOTS_HPP
#define URLSIEVE_REFERENCES_XML_ROOTS_HPP

#include <string_view>

namespace urlsieve {

// Looks at the first element of `text`, which is the beginning of a document. Returns false for a missing
// root, for vocabularies with elements or attributes for links (feeds, sitemaps, outlines, SVG, XHTML,
// MPEG-DASH), and for word processors, which may cut a URL into several elements. Returns true for every
// other root: data and prose (MediaWiki, DocBook, JATS, TEI, RDF, backups, property lists) hold URLs between
// words. The names RDF, entry and package are of feeds and books only in their namespaces.
[[nodiscard]] bool has_links_in_prose(std::string_view text);

}  // namespace urlsieve

#endif
