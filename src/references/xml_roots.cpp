#include "src/references/xml_roots.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "src/markup/xml_markup.hpp"

namespace urlsieve {
namespace {

// Local names: RSS 0.9 to 2.0, Atom, RDF, sitemaps.org, OPML, SVG, MPEG-DASH, XHTML, XSPF, NCX and OPF of
// EPUB.
constexpr std::string_view roots_with_link_places[] = {"rss",   "feed",     "RDF", "urlset", "sitemapindex",
                                                       "opml",  "svg",      "MPD", "html",   "channel",
                                                       "entry", "playlist", "ncx", "package"};
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
bool is_listed(const std::string_view (&names)[N], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

}  // namespace

std::string_view root_element(std::string_view text) {
  const std::size_t at = root_at(text);
  if (at == std::string_view::npos) return {};
  const std::string_view name = text.substr(at + 1);
  return name.substr(0, name.find_first_of(" \t\n\f\r>/"));
}

bool has_links_in_prose(std::string_view root) {
  return !root.empty() && !is_listed(roots_with_link_places, local_name(root)) &&
         !is_listed(roots_of_word_processors, root);
}

}  // namespace urlsieve
