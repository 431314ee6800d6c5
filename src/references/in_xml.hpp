// Finds references in XML: in the text and attributes of feeds, sitemaps and outlines, and in the HTML inside
// feeds. The document need not be well-formed.
#ifndef URLSIEVE_REFERENCES_IN_XML_HPP
#define URLSIEVE_REFERENCES_IN_XML_HPP

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "src/markup/html_tokenizer.hpp"
#include "src/references/finder.hpp"
#include "src/references/html/in_html.hpp"
#include "src/references/html/page_text.hpp"
#include "src/references/in_json.hpp"
#include "src/references/text/in_text.hpp"
#include "src/references/values/dash_manifest.hpp"
#include "src/references/values/link_collector.hpp"
#include "src/references/values/script_element.hpp"
#include "src/references/values/xml_entities.hpp"
#include "src/references/values/xml_text.hpp"
#include "src/url/text_forms/text_search.hpp"
#include "urlsieve/link_options.hpp"

namespace urlsieve {

// Used by one thread at a time; keeps its memory between documents. The HTML finder reads embedded HTML (in
// CDATA sections, or escaped).
class xml_finder {
 public:
  explicit xml_finder(const link_options& options, const text_search& text = {})
      : options_(options),
        search_(text),
        links_(text),
        html_(options, text),
        script_(options_),
        text_(options, text),
        value_text_(text) {}

  // Appends the references of `doc`.
  // `where` is "element@attribute" for an attribute and "xml:element" for the text of an element (names as
  // written, with prefix). Embedded HTML has the `where` of in_html; styles have "css" and "element@style".
  // xml:base of the root element is the embedded base of the document. xml:base of another element applies to
  // this element (XML Base section 4; RFC 4287 section 2). In an MPEG-DASH manifest, the first <BaseURL> of
  // an element is the base of the element.
  // Entities of the internal DTD subset are expanded in attributes and in the text of elements.
  // A value that is a list of absolute URLs is searched, except in the attribute "href".
  // Attributes without a known meaning are links if they are absolute URLs, and HTML if they have escaped
  // tags (in prose and data: tags of HTML). The text of any other element is HTML if it has a tag with a
  // link, escaped or in CDATA. Text that is JSON as a whole is read by json_finder, also attributes in prose
  // and data. Other text is searched for URLs if the root element suggests prose or data
  // (has_links_in_prose(); attributes without a known meaning, too), or with link_options::text_links.
  void find(const document& doc, findings& found, stats& counted);

 private:
  std::size_t read_markup(std::size_t at, stats& counted);
  void read_xml_tag(stats& counted);
  bool begin_base();
  void end_base();
  void read_attributes(stats& counted);
  void read_other_attribute(const html_attribute& attribute, std::uint32_t place, stats& counted);
  bool read_json_attribute(const html_attribute& attribute, std::uint32_t place, stats& counted);
  bool read_json(const markup_text& json, stats& counted);
  void search_value(std::string_view value, std::uint32_t place, stats& counted);
  void read_entities(std::string_view prolog);
  // Returns text of the document with the values of its entities.
  [[nodiscard]] std::string_view expanded(std::string_view text) {
    return entities_.empty() ? text : entities_.expand(text, links_.found().decoded);
  }
  void read_text(stats& counted);
  void read_manifest_url(std::string_view element, const markup_text& url);
  void add_text(std::string_view part, bool literal) {
    if (!element_.empty() && (literal || entities_.empty()))
      parts_.add(part, literal);
    else if (!element_.empty())
      parts_.add_expanded(expanded(part), part.data());
    if (reads_text_) text_.add(part, literal);
  }
  [[nodiscard]] std::string_view where_of(std::string_view before, std::string_view between,
                                          std::string_view after);

  [[nodiscard]] markup_text with_plain_quotes(const markup_text& html);

  // Returns the finder for HTML in elements and attributes.
  [[nodiscard]] html_finder& embedded_html();

  link_options options_;
  text_search search_;
  link_collector links_;
  html_finder html_;
  std::unique_ptr<html_finder> prose_html_;  // searches text, too; null before its first use
  std::unique_ptr<json_finder> json_;        // null before its first use
  script_element script_;
  charset_decoder decoder_;
  page_text text_;
  text_finder value_text_;   // for the values of attributes
  bool is_prose_ = false;    // the text of the document is searched
  bool is_xspf_ = false;     // the document is an XSPF playlist
  bool reads_text_ = false;  // URLs in text or contexts are requested for this document
  markup_text source_;
  std::string_view base_;
  html_tag tag_;
  std::string_view element_;  // the element whose text is being read; empty: none
  bool permalink_ = true;     // isPermaLink of the current element, for guid
  std::string_view type_;     // decoded type of a script
  bool root_seen_ = false;
  dash_manifest dash_;
  struct base_scope {
    std::string_view element;
    std::size_t open;  // number of open elements of this name inside the scope, itself included
    std::string_view manifest_base = {};  // the first <BaseURL> of `element`; empty: xml:base is the base
  };
  std::vector<base_scope> bases_;  // the open scopes, without the base of the document
  xml_text parts_;
  xml_entities entities_;
  std::vector<std::string_view> where_;  // created for this document; only the last few are searched
};

}  // namespace urlsieve

#endif
