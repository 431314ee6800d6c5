// What the <a> elements of a page say: the text in each, as the context of its links.
//
// The text is that of the elements and text inside, white space collapsed, a block's borders and <br>
// counting as white space; where there is none, the "alt" of the first picture that has one. Only its first
// KiB is kept.
//
// An <a> ends at its end tag; at the next <a>, as the HTML standard does not nest them (section 13.2.6.4.7,
// "a"), but where a table was begun between the two; at the border of the table cell in which it began; at
// the end of the document.
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

  void begin(link_collector& links, const markup_text& source) {
    links_ = &links;
    source_ = source;
    open_ = 0;
    tables_ = 0;
  }

  // Text of the source. `literal`: no character references in it.
  void add(std::string_view text, bool literal);

  void start_tag(markup_space space, html_element element, const html_tag& tag);
  void end_tag(html_element element);

  // The tag of an <a> was read; its links are those from `first` on. Their contexts are there already.
  void opened(std::size_t first);

  // The document ends.
  void end() {
    while (open_ != 0) close();
  }

 private:
  // Text as far as it is kept.
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
    bool space_ = false;  // white space was read behind the text
    bool full_ = false;
  };
  struct anchor {
    std::size_t first;   // of its links
    std::size_t last;    // behind them
    std::size_t tables;  // open when it began
    bool foreign;        // of SVG
    collapsed text;
    collapsed alternative;
  };
  static constexpr std::size_t deepest = 4;  // of those beyond, in tables in tables, the outermost ends

  [[nodiscard]] anchor& innermost() { return anchors_[open_ - 1]; }
  void leave_cell();
  void add_alternative(const html_tag& tag);
  void close();

  link_collector* links_ = nullptr;
  markup_text source_;
  std::array<anchor, deepest> anchors_;
  std::size_t open_ = 0;
  std::size_t tables_ = 0;
  bool next_foreign_ = false;  // the tag just read is one of SVG
};

}  // namespace urlsieve

#endif
