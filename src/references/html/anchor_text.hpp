// Collects the text of each <a> element of a page as the context of its links.
//
// The text includes nested elements. White space is collapsed; borders of blocks and <br> count as white
// space. Without text, the "alt" of the first image with an "alt" is used. At most 1 KiB is kept.
//
// An <a> ends at the first of:
// - its end tag;
// - the next <a> (the HTML standard does not nest them: section 13.2.6.4.7, "a"), unless a table began
//   between both;
// - the border of the table cell in which the <a> began;
// - the end of the document.
#ifndef URLSIEVE_REFERENCES_ANCHOR_TEXT_HPP
#define URLSIEVE_REFERENCES_ANCHOR_TEXT_HPP

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "src/markup/html_tokenizer.hpp"
#include "src/references/values/html_links.hpp"
#include "src/references/values/link_collector.hpp"

namespace urlsieve {

class anchor_texts {
 public:
  static constexpr std::size_t longest = 1024;

  // Begins a document, with text in `source`. Stores the texts in the contexts of the findings of `links`.
  // Requires: `links` outlives end().
  void begin(link_collector& links, const markup_text& source) {
    links_ = &links;
    source_ = source;
    open_ = 0;
    tables_ = 0;
  }

  // Adds text of the source. `literal`: the text holds no character references.
  void add(std::string_view text, bool literal);

  // Reports a start tag or an end tag, before the text that follows. Requires: the caller reports all tags of
  // the document in order.
  void start_tag(markup_space space, html_element element, const html_tag& tag);
  void end_tag(html_element element);

  // Begins an <a>, after start_tag() for its tag. The links of the <a> are the references from index `first`
  // on; an <a> without links collects no text. Requires: findings::contexts already covers these links.
  void opened(std::size_t first);

  // Ends the document and all open anchors.
  void end() {
    while (open_ != 0) close();
  }

 private:
  // Text with collapsed white space, up to the size limit.
  class collapsed {
   public:
    void clear() {
      text_.clear();
      space_ = full_ = false;
    }
    void add(std::string_view utf8, bool literal);
    void add_space() { space_ = true; }
    [[nodiscard]] std::string_view text() const { return text_; }
    [[nodiscard]] bool full() const { return full_; }

   private:
    void add_characters(std::string_view utf8);

    std::string text_;
    bool space_ = false;  // white space was read after the text
    bool full_ = false;
  };
  struct anchor {
    std::size_t first;   // index of its first link
    std::size_t last;    // index after its last link
    std::size_t tables;  // number of open tables at its start
    bool foreign;        // belongs to SVG
    collapsed text;
    collapsed alternative;
  };
  static constexpr std::size_t deepest = 4;  // with more open anchors (in nested tables), the outermost ends

  [[nodiscard]] anchor& innermost() { return anchors_[open_ - 1]; }
  void leave_cell();
  void add_alternative(const html_tag& tag);
  void close();

  link_collector* links_ = nullptr;
  markup_text source_;
  std::array<anchor, deepest> anchors_;
  std::size_t open_ = 0;
  std::size_t tables_ = 0;
  bool next_foreign_ = false;  // the current tag belongs to SVG or MathML
};

}  // namespace urlsieve

#endif
