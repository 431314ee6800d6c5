// Collects text between the tags of a page: URLs in the text, and the text of anchors, each on request. The
// walker reports each tag and each text in document order.
//
// Text means text that a reader may see. It includes <title>, <textarea>, <noscript>, <noframes> and
// <template>, but not scripts, styles, and the fallback content of <iframe> and <noembed>.
#ifndef URLSIEVE_REFERENCES_PAGE_TEXT_HPP
#define URLSIEVE_REFERENCES_PAGE_TEXT_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/references/html/anchor_text.hpp"
#include "src/references/text/in_text.hpp"
#include "src/references/values/link_collector.hpp"
#include "src/url/text_forms/text_search.hpp"
#include "urlsieve/link_options.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Finds URLs in the text between two tags, after decoding its character references. A comment does not end
// the text, because a reader of the page does not see the comment.
class text_run {
 public:
  explicit text_run(const text_search& options) : finder_(options) {}

  // Starts with the text of `source`. If the document has a `base`, names without a scheme are not URLs
  // (rfc2396bis-01 Appendix F).
  void begin(link_collector& links, const markup_text& source, std::string_view base) {
    links_ = &links;
    source_ = source;
    base_ = base;
    parts_.clear();
  }

  // Adds a part of the source. `literal`: the part holds no character references.
  void add(std::string_view part, bool literal) {
    if (!part.empty()) parts_.push_back({part, literal});
  }

  // Drops the parts that were added since begin() or end().
  void forget() { parts_.clear(); }

  // Ends the text and appends its URLs to the findings, with their positions in the source.
  void end(stats& counted) {
    if (!parts_.empty()) search(counted);
  }

 private:
  struct written {
    std::string_view text;
    bool literal;
  };
  // A piece of a part, up to the next character reference: its end in the decoded text, and its source.
  struct piece {
    std::size_t decoded_end;
    const char* begin;
    const char* end;
    std::size_t part;
  };
  // A part converted to UTF-8, with the last position that was mapped back to the source.
  struct converted {
    std::string_view text;
    std::size_t at = 0;
    std::size_t source_at = 0;
  };

  void search(stats& counted);
  [[nodiscard]] bool may_hold_url() const;
  [[nodiscard]] std::string_view decoded();
  char* decode(std::size_t part, const char* begin, char* out);
  [[nodiscard]] std::uint32_t place_of(std::size_t at, std::size_t& known);
  [[nodiscard]] std::size_t source_of(std::size_t part, std::size_t at);

  text_finder finder_;
  link_collector* links_ = nullptr;
  markup_text source_;
  std::string_view base_;
  std::vector<written> parts_;
  std::vector<converted> utf8_;
  std::vector<piece> pieces_;
};

class page_text {
 public:
  page_text(const link_options& links, const text_search& text)
      : finds_all_urls_(links.text_links), notes_context_(links.note_context), run_(text) {}

  // Returns true if `options` request URLs in text or the text of anchors.
  [[nodiscard]] static bool wanted(const link_options& options) {
    return options.text_links || options.note_context;
  }

  // Begins a document and stores URLs and contexts in the findings of `links`. `base`: the base of the
  // document, see text_run. `finds_urls`: the text is searched, also without link_options::text_links.
  // `links` and `counted` must outlive end().
  void begin(link_collector& links, const markup_text& source, std::string_view base, stats& counted,
             bool finds_urls = false);

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

  // Searches `text` apart from the text around it. Anchors do not get the text. `literal`: as in add().
  void search_alone(std::string_view text, bool literal = false) {
    interrupt();
    if (!finds_urls_) return;
    run_.add(text, literal);
    interrupt();
  }

  // Ends the current text before references from outside of tags (a conditional comment).
  void interrupt() {
    if (finds_urls_) run_.end(*counted_);
  }

 private:
  bool finds_all_urls_;      // in every document
  bool finds_urls_ = false;  // in the current document
  bool notes_context_;
  link_collector* links_ = nullptr;
  markup_text source_;
  stats* counted_ = nullptr;
  text_run run_;
  anchor_texts anchors_;
};

}  // namespace urlsieve

#endif
