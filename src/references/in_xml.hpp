// References in XML: the text of elements and the attributes that feeds, sitemaps and outlines keep links in,
// and the HTML inside feeds. It needs no well-formed document.
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
#include "src/references/values/dash_manifest.hpp"
#include "src/references/values/link_collector.hpp"
#include "src/references/values/script_element.hpp"
#include "src/references/values/xml_text.hpp"
#include "src/url/text_search.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// One a thread; keeps its memory. HTML inside (in CDATA sections, or escaped) is read by the HTML finder.
class xml_finder {
 public:
  explicit xml_finder(const link_options& options, const text_search& text = {})
      : options_(options), html_(options, text), script_(options_) {
    if (page_text::wanted(options)) said_ = std::make_unique<page_text>(options, text);
  }

  // `where` is "element@attribute" for an attribute, "xml:element" for the text of an element (names as
  // written, prefix included), that of in_html for HTML inside, "css" and "element@style" for styles.
  // xml:base of the root element is the document's embedded base, that of others holds for the element (XML
  // Base section 4; RFC 4287 section 2). In a manifest of MPEG-DASH <BaseURL> is the base of its parent
  // element, the first one of several. URLs in text are looked for, on request, where the text is neither a
  // link nor HTML.
  void find(const document& doc, findings& found, stats& counted);

 private:
  std::size_t read_markup(std::size_t at, stats& counted);
  void read_xml_tag(stats& counted);
  bool begin_base();
  void end_base();
  void read_attributes();
  void read_text(stats& counted);
  void read_manifest_url(std::string_view element, const markup_text& url);
  void add_text(std::string_view part, bool literal) {
    if (!element_.empty()) parts_.add(part, literal);
    if (said_) said_->add(part, literal);
  }
  [[nodiscard]] std::string_view where_of(std::string_view before, std::string_view between,
                                          std::string_view after);

  link_options options_;
  link_collector links_;
  html_finder html_;
  script_element script_;
  charset_decoder decoder_;
  std::unique_ptr<page_text> said_;  // null: nobody asks
  markup_text source_;
  std::string_view base_;
  html_tag tag_;
  std::string_view element_;  // whose text is being read; empty: none
  bool permalink_ = true;     // of a guid
  std::string_view type_;     // of a script, decoded
  bool root_seen_ = false;
  dash_manifest dash_;
  struct base_scope {
    std::string_view element;
    std::size_t open;                     // elements of that name that are open in it, itself among them
    std::string_view manifest_base = {};  // the first <BaseURL> of `element`; empty: xml:base is the base
  };
  std::vector<base_scope> bases_;  // that are open, but for the document's
  xml_text parts_;
  std::vector<std::string_view> where_;  // those made for this document, the last few are looked through
};

}  // namespace urlsieve

#endif
