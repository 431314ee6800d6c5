// Where XML vocabularies keep links: sitemaps, RSS 0.9 to 2.0, Atom, OPML, RDF, XLink, XHTML inside them.
#ifndef URLSIEVE_REFERENCES_XML_LINKS_HPP
#define URLSIEVE_REFERENCES_XML_LINKS_HPP

#include <string_view>

namespace urlsieve {

enum class xml_text_kind {
  other,       // a link if the whole text is an absolute URL
  link,        // the text is a URL, absolute or not: loc, link, url, comments ...
  identifier,  // names something and may look like a URL (Atom id, a guid that is no permalink)
  html         // HTML, escaped or in CDATA: description, content:encoded ...
};

// By local names as written; XML knows case.
[[nodiscard]] xml_text_kind kind_of_text(std::string_view element);
[[nodiscard]] bool is_link_attribute(std::string_view attribute);

}  // namespace urlsieve

#endif
