// Lists the places of links in XML: sitemaps, RSS 0.9 to 2.0, Atom, OPML, RDF, XLink, and XHTML inside them.
#ifndef URLSIEVE_REFERENCES_XML_LINK_NAMES_HPP
#define URLSIEVE_REFERENCES_XML_LINK_NAMES_HPP

#include <cstdint>
#include <string_view>

namespace urlsieve {

// The meaning of the text of an element.
enum class xml_text_kind : std::uint8_t {
  other,       // a link only if the whole text is an absolute URL
  link,        // an absolute or relative URL: loc, link, url, comments ...
  identifier,  // an identifier that may look like a URL: Atom id, a guid that is not a permalink
  html         // HTML, escaped or in CDATA: description, content:encoded ...
};

// Returns the kind of the text of an element with this local name, as written; `other` for unknown elements.
// XML names are case-sensitive.
[[nodiscard]] xml_text_kind kind_of_text(std::string_view element);

// Returns true if an XSPF element with this local name holds an absolute or relative URL.
[[nodiscard]] bool is_xspf_link(std::string_view element);

// Returns true if the root element of `text`, the beginning of a document, is that of an XSPF playlist.
[[nodiscard]] bool is_xspf(std::string_view text);

// Returns true if `text` is one absolute web URL with unescaped spaces, and the local name of the element or
// attribute says that it holds a URL: as in JSON (is_link_with_spaces()), or "image", "pictureLocation".
[[nodiscard]] bool is_spaced_link(std::string_view name, std::string_view text);

// Returns true if an attribute with this local name holds an absolute or relative URL, in any element.
[[nodiscard]] bool is_link_attribute(std::string_view attribute);

// Returns true if an absolute URL in an attribute with this name is no link. `attribute` has its prefix.
[[nodiscard]] bool is_identifier_attribute(std::string_view attribute, bool is_prose);

// Decides by the first element of `text`, the beginning of a document, whether the text of its elements is
// searched for URLs. Returns false for a missing root, for vocabularies with elements or attributes for links
// (feeds, sitemaps, outlines, SVG, XHTML, MPEG-DASH), and for word processors, which may cut a URL into
// several elements. Returns true for every other root: data and prose (MediaWiki, DocBook, JATS, TEI, RDF,
// backups, property lists) hold URLs between words. The names RDF, entry and package are of feeds and books
// only in their namespaces.
[[nodiscard]] bool has_links_in_prose(std::string_view text);

}  // namespace urlsieve

#endif
