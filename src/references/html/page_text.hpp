// Collects text between the tags of a page: URLs in the text, and the text of anchors, each on request. The
// walker reports each tag and each text in document order.
//
// Text means text that a reader may see. It includes <title>, <textarea>, <noscript> and <template>, but not
// scripts, styles, and the fallback content of <iframe>, <noembed> and <noframes>.
#ifndef URLSIEVE_REFERENCES_PAGE_TEXT_HPP
#define URLSIEVE_REFERENCES_PAGE_TEXT_HPP

#include <cstddef>
#include <string_view>

#include "src/references/html/anchor_text.hpp"
#include "src/references/html/text_run.hpp"
#include "src/url/text_forms/text_search.hpp"
#include "urlsieve/link_options.hpp"

namespace urlsieve {

class page_text {
 public:
  page_text(const link_options& links, const text_search& text)
      : finds_urls_(links.text_links), notes_context_(links.note_context), run_(text) {}

  // Returns true if `options` request URLs in text or the text of anchors.
  [[nodiscard]] static bool wanted(const link_options& options) {
    return options.text_links || options.note_context;
  }

  // Begins a document and stores URLs and contexts in the findings of `links`. `base`: the base of the
  // document, see text_run. `links` and `counted` must outlive end().
  void begin(link_collector& links, const markup_text& source, std::string_view base, stats& counted);

  // Ends the document, after its last text and tag: adds the URLs of the last text, and completes the
  // contexts.
  void end();

  // Adds text. `literal`: the text holds no character references.
  void add(std::string_view text, bool literal = false) {
    if (finds_urls_) run_.add(text, literal);
    if (notes_context_) anchors_.add(text, literal);
  }

  // Report a start tag: start_tag() before its links are added to the findings, note_links() afterwards.
  // `first` is the index of the first link; without links, the number of references. `closed`: the tag is
  // self-closing, so no end tag follows. end_tag() reports an end tag.
  void start_tag(markup_space space, html_element element, const html_tag& tag);
  void note_links(html_element element, const html_tag& tag, std::size_t first, bool closed);
  void end_tag(html_element element);

  // Drops the text since the last tag.
  void forget() { run_.forget(); }

  // Ends the current text before references from outside of tags (a conditional comment).
  void interrupt() {
    if (finds_urls_) run_.end(*counted_);
  }

 private:
  bool finds_urls_;
  bool notes_context_;
  link_collector* links_ = nullptr;
  markup_text source_;
  stats* counted_ = nullptr;
  text_run run_;
  anchor_texts anchors_;
};

}  // namespace urlsieve

#endif
