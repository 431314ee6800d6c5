// Which elements of SVG and MathML are open: inside them raw text elements are none, CDATA sections exist,
// and "/>" closes (HTML standard section 13.2.6.5). Only foreign elements are on the stack; of the HTML
// elements around and inside, what matters is that they are HTML.
#ifndef URLSIEVE_MARKUP_FOREIGN_CONTENT_HPP
#define URLSIEVE_MARKUP_FOREIGN_CONTENT_HPP

#include <cstddef>
#include <string_view>
#include <vector>

#include "src/markup/html_names.hpp"
#include "src/markup/html_tokenizer.hpp"

namespace urlsieve {

class foreign_content {
 public:
  // Nothing foreign is open.
  [[nodiscard]] bool empty() const { return open_.empty(); }

  // Markup is read as foreign: the innermost open element is, and is no integration point for HTML.
  [[nodiscard]] bool inside() const { return !open_.empty() && !open_.back().html_inside; }

  // Whether "<![CDATA[" begins a section: the innermost open element is foreign.
  [[nodiscard]] bool allows_cdata() const { return !open_.empty() && (inside() || !open_.back().html_begun); }

  // The innermost open element is <style> of SVG.
  [[nodiscard]] bool in_style() const { return inside() && open_.back().element == html_element::style; }

  // The innermost open element is <script> of SVG.
  [[nodiscard]] bool in_script() const { return inside() && open_.back().element == html_element::script; }

  // The space of the start tag, which is then opened if it is foreign. Breaks out of foreign content where
  // the tag does.
  markup_space start(html_element element, const html_tag& tag);

  void end(html_element element, std::string_view name);

  void clear() { open_.clear(); }

 private:
  struct entry {
    std::string_view name;
    markup_space space;
    html_element element;
    bool html_inside;  // an integration point: what stands in it is HTML
    bool text_inside;  // of MathML: start tags but mglyph and malignmark are HTML
    bool html_begun;   // an HTML element was opened in it
  };
  // Deeper elements are read as if they closed at once, so that an end tag costs no more than this.
  static constexpr std::size_t deepest = 512;

  void open(markup_space space, html_element element, const html_tag& tag);
  void break_out();

  std::vector<entry> open_;
};

}  // namespace urlsieve

#endif
