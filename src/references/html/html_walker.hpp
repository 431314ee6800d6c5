// Walks through markup from tag to tag and passes link attributes to the collector.
//
// Outside SVG and MathML, html_fast_reader reads the plain tags. The walker reads all other tags, comments
// and raw text with the tokenizer of the HTML standard.
#ifndef URLSIEVE_REFERENCES_HTML_WALKER_HPP
#define URLSIEVE_REFERENCES_HTML_WALKER_HPP

#include <bitset>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "src/markup/foreign_content.hpp"
#include "src/markup/html_tokenizer.hpp"
#include "src/markup/xml_namespaces.hpp"
#include "src/references/html/html_fast_reader.hpp"
#include "src/references/html/html_plan.hpp"
#include "src/references/html/page_text.hpp"
#include "src/references/html/template_scan.hpp"
#include "src/references/values/link_collector.hpp"
#include "src/references/values/script_element.hpp"
#include "src/references/values/xml_text.hpp"

namespace urlsieve {

// Reads one document after another and keeps its memory. Nested documents (srcdoc) get their own walker,
// created at the first nested document.
class html_walker {
 public:
  // Adds references to the findings of `links`. `depth`: nesting of the document, 0 for a page. `plan` and
  // `links` must outlive the walker.
  html_walker(const html_plan& plan, link_collector& links, unsigned depth = 0)
      : plan_(plan), links_(links), depth_(depth), script_(plan.options), fast_(plan, links) {
    if (page_text::wanted(plan.options)) page_text_ = std::make_unique<page_text>(plan.options, plan.text);
  }

  // Reads HTML and adds the references to the findings of the collector. `base`: the base URL of the
  // document, or empty. `page_so_far`: if `markup` is a window of a page, the page from its beginning to
  // the end of the window; else empty. The walker may read the text before the window to find the open
  // elements. Requires: link_collector::begin() was called; the texts outlive the findings.
  void walk(const markup_text& markup, std::string_view base, stats& counted,
            std::string_view page_so_far = {});

  // Reads HTML that is embedded in another document. If text is searched (link_options::text_links), markup
  // that walk() drops is text, too: comments, tags without links that hold a URL or the next tag in place of
  // an attribute, and the beginning of a tag, comment or raw text element without an end. So are scripts,
  // styles and the content of <iframe> without links, and, in elements that HTML does not have, attributes
  // that are absolute URLs.
  void walk_embedded(const markup_text& markup, std::string_view base, stats& counted);

  // Reads XHTML by the rules of XML. `head`: if `markup` is a later window of a document, the beginning of
  // the document; else empty.
  void walk_xhtml(const markup_text& markup, std::string_view head, std::string_view base, stats& counted);

  // Returns the encoding that the last document declares: by its first <meta> with a known encoding. Returns
  // unknown without such a <meta>.
  [[nodiscard]] const encoding& meta_encoding() const { return meta_encoding_; }

  // True if link_options::drop_nofollow is set and the last document asks not to follow any of its links.
  // drop_followed() removes the followed links of the last document from the findings; call it if another
  // window of the page asks for nofollow.
  [[nodiscard]] bool nofollow_page() const { return nofollow_page_; }
  void drop_followed();

 private:
  // Maximum nesting of documents in documents (srcdoc, conditional comments).
  static constexpr unsigned deepest = 4;
  [[nodiscard]] std::string_view text() const { return markup_.text; }

  void begin(const markup_text& markup, std::string_view base, stats& counted);
  void end();
  std::size_t read_exactly(std::size_t at);
  std::size_t after_tag(std::size_t end);
  std::size_t after_start_tag(std::size_t end);
  void read_attributes(markup_space space, html_element element);
  void read_attribute(const link_row& row, markup_space space, html_element element,
                      const html_attribute& attribute, link_attribute name, const markup_text& source);
  void read_meta();
  void read_robots(std::string_view content);
  void read_base(std::size_t at);
  void read_canonical(std::string_view rel);
  std::size_t read_raw_text(html_element element, text_mode mode, std::size_t begin);
  void read_comment(std::string_view content);
  void read_text(std::string_view text, bool literal);
  void walk_inside(const markup_text& inner);
  void walk_srcdoc(const markup_text& inner);

  // Implemented in embedded_walk.cpp.
  std::size_t read_embedded(std::size_t at);
  std::size_t add_as_text(std::size_t begin, std::size_t end);
  std::size_t next_tag_in_tag(std::size_t end);
  [[nodiscard]] bool has_link_attribute() const;
  [[nodiscard]] bool is_of_other_vocabulary() const;
  void search_tag();
  void search_raw_text(html_element element, std::string_view content);

  // Implemented in xhtml_walk.cpp.
  std::size_t read_xml(std::size_t at);
  void read_xml_tag(std::size_t at);
  void name_xml_attributes();
  void end_xml_text();
  [[nodiscard]] html_attribute normalized(const html_attribute& written, markup_text& source);

  void name_attributes();
  [[nodiscard]] const html_attribute* attribute(link_attribute name) const;

  const html_plan& plan_;
  link_collector& links_;
  unsigned depth_;
  bool is_srcdoc_ = false;  // the <base> belongs to the srcdoc document
  markup_text markup_;
  bool xml_ = false;
  std::string_view base_;
  stats* counted_ = nullptr;
  html_tag tag_;
  encoding meta_encoding_;
  bool nofollow_page_ = false;
  std::vector<std::size_t> followed_;  // indexes of links subject to nofollow; only with drop_nofollow
  std::vector<link_attribute> names_;  // of the attributes of tag_, in their order
  foreign_content foreign_;
  template_scan templates_;
  script_element script_;
  html_fast_reader fast_;
  std::unique_ptr<page_text> page_text_;  // null: neither text links nor contexts are requested
  std::unique_ptr<html_walker> inner_;
  std::optional<std::string_view> srcdoc_base_;

  // State of embedded HTML.
  bool recovers_text_ = false;           // dropped markup is text
  bool comment_is_open_ = false;         // the last "<!--" has no end
  std::bitset<element_count> unclosed_;  // raw text elements whose last start tag has no end tag

  // State of XHTML.
  xml_namespaces namespaces_;
  xml_text element_text_;  // of the current <style> or <script>
  html_element text_element_ = html_element::unknown;
  markup_space text_space_ = markup_space::html;
  std::string_view script_type_;
  std::size_t open_templates_ = 0;
};

}  // namespace urlsieve

#endif
