// The stack of open SVG and MathML elements in HTML. In foreign content, raw text elements do not exist,
// CDATA sections do, and "/>" closes an element (HTML standard section 13.2.6.5).
//
// The stack holds foreign elements, and HTML elements in their integration points as far as they affect the
// matching of end tags (section 13.2.6.4.7). Only if an end tag may close an HTML element around the foreign
// root is the text before the root read again, to find the open elements.
#ifndef URLSIEVE_MARKUP_FOREIGN_CONTENT_HPP
#define URLSIEVE_MARKUP_FOREIGN_CONTENT_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "src/markup/html_names.hpp"
#include "src/markup/html_tokenizer.hpp"

namespace urlsieve {

// Follows the tags of one document in order. The caller may omit tags while empty() is true, except <svg> and
// <math>. One thread at a time may use an object.
class foreign_content {
 public:
  // Returns true if no foreign element is open.
  [[nodiscard]] bool empty() const { return open_.empty(); }

  // Returns true if "<![CDATA[" begins a section, because the innermost open element is foreign.
  [[nodiscard]] bool allows_cdata() const { return in_foreign(); }

  // Returns true if the innermost open element is a foreign <style>.
  [[nodiscard]] bool in_style() const { return in_foreign() && open_.back().element == html_element::style; }

  // Returns true if the innermost open element is a foreign <script>.
  [[nodiscard]] bool in_script() const {
    return in_foreign() && open_.back().element == html_element::script;
  }

  // Processes a start tag and returns its markup space: svg or math for a foreign element, otherwise html.
  // Opens the foreign element unless the tag is self-closing. Closes the foreign elements if the tag belongs
  // to HTML (section 13.2.6.5). Requires: `element` is element_named(tag.name); tag.name points into the text
  // of clear().
  markup_space start(html_element element, const html_tag& tag);

  // Processes an end tag with this name: closes the element that the tag matches, and all elements inside.
  // Has no effect while no foreign element is open, or without a match. Requires: as start().
  void end(html_element element, std::string_view name);

  // Closes all elements and begins a document. Call clear() before the first tag. `text` is the document from
  // its first byte on, and must outlive the calls for the document.
  void clear(std::string_view text) {
    open_.clear();
    text_ = text;
    around_.reset();
    extended_ = false;
  }

 private:
  struct entry {
    std::string_view name;
    markup_space space;
    html_element element;
    bool html_inside;  // an integration point: start tags in it are HTML
    bool text_inside;  // a MathML text integration point: start tags except mglyph and malignmark are HTML
  };
  static bool is_annotation(const entry& each) {
    return each.space == markup_space::math && each.element == html_element::annotation_xml;
  }
  // Elements beyond this depth close at once, which bounds the cost of an end tag. Elements around the root
  // do not count.
  static constexpr std::size_t deepest = 512;

  [[nodiscard]] bool in_foreign() const { return !open_.empty() && open_.back().space != markup_space::html; }
  [[nodiscard]] bool reads_as_html(html_element element, const html_tag& tag) const;
  void open(markup_space space, html_element element, const html_tag& tag);
  void start_html(html_element element, const html_tag& tag);
  void close(html_element element, std::string_view name);
  void end_html(html_element element, std::string_view name);
  void end_formatting(html_element element, std::string_view name);
  void break_out();
  void close_paragraph();
  void close_item(html_element item, html_element alternative);
  void pop_to(std::size_t size) { open_.resize(size); }

  enum class reach : std::uint8_t { any_other, scope, table, everything };
  // Returns the index in open_ of the HTML element that an end tag `name` closes, or `nowhere`.
  [[nodiscard]] std::size_t find(html_element element, std::string_view name, reach how);
  // Adds the elements around the foreign root to open_, once per root. Returns false if open_ has them
  // already.
  [[nodiscard]] bool extend();
  // Forgets all elements if no foreign element is left.
  void settle();
  // Processes the tags of text_ up to the offset `end`.
  void read_to(std::size_t end);
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  std::vector<entry> open_;  // from a root of foreign content on, or from the document's beginning
  std::string_view text_;
  bool extended_ = false;                    // open_ includes the elements around the root
  bool whole_ = false;                       // this object is the around_ of another
  std::unique_ptr<foreign_content> around_;  // reads text_ again; null until needed
  std::size_t read_ = 0;                     // offset in text_ up to which read_to() has read
};

}  // namespace urlsieve

#endif
