// What a page says between its tags: URLs in its text, and the text of its anchors, where they are asked for.
// The walker tells of each tag and each text in the order of the document.
//
// Text is what a reader may see: also that of <title>, <textarea>, <noscript> and <template>, but not
// scripts, styles, and the fallback of <iframe>, <noembed> and <noframes>.
#ifndef URLSIEVE_REFERENCES_PAGE_TEXT_HPP
#define URLSIEVE_REFERENCES_PAGE_TEXT_HPP

#include <cstddef>
#include <string_view>

#include "src/references/html/anchor_text.hpp"
#include "src/references/html/text_run.hpp"
#include "src/url/text_search.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

class page_text {
 public:
  page_text(const link_options& links, const text_search& text)
      : finds_urls_(links.text_links), notes_context_(links.note_context), run_(text) {}

  [[nodiscard]] static bool wanted(const link_options& options) {
    return options.text_links || options.note_context;
  }

  // `base`: of the document, see text_run.
  void begin(link_collector& links, const markup_text& source, std::string_view base, stats& counted);
  void end();

  // `literal`: no character references in it.
  void add(std::string_view text, bool literal = false) {
    if (finds_urls_) run_.add(text, literal);
    if (notes_context_) anchors_.add(text, literal);
  }

  // A tag, before its links are taken and after; `first` is the first of them.
  void start_tag(markup_space space, html_element element, const html_tag& tag);
  void links_taken(html_element element, const html_tag& tag, std::size_t first, bool closed);
  void end_tag(html_element element);

  // What was read since the last tag is no text.
  void forget() { run_.forget(); }

  // References come that stand in no tag: those of a conditional comment.
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
