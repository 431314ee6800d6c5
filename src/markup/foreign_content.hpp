// Which elements of SVG and MathML are open: inside them raw text elements are none, CDATA sections exist,
// and "/>" closes (HTML standard section 13.2.6.5). The stack holds the foreign elements and the HTML ones
// inside their integration points, as far as they decide which of them an end tag closes
// (section 13.2.6.4.7). Of the HTML around it is only asked, where an end tag may close it, whether the text
// before has such an element open.
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

class foreign_content {
 public:
  // Nothing foreign is open.
  [[nodiscard]] bool empty() const { return open_.empty(); }

  // Whether "<![CDATA[" begins a section: the innermost open element is foreign.
  [[nodiscard]] bool allows_cdata() const { return in_foreign(); }

  // The innermost open element is <style> of SVG.
  [[nodiscard]] bool in_style() const { return in_foreign() && open_.back().element == html_element::style; }

  // The innermost open element is <script> of SVG.
  [[nodiscard]] bool in_script() const {
    return in_foreign() && open_.back().element == html_element::script;
  }

  // The space of the start tag, which is then opened if it is foreign. Breaks out of foreign content where
  // the tag does.
  markup_space start(html_element element, const html_tag& tag);

  void end(html_element element, std::string_view name);

  // `text` is what the tags stand in.
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
    bool text_inside;  // of MathML: start tags but mglyph and malignmark are HTML
  };
  static bool is_annotation(const entry& each) {
    return each.space == markup_space::math && each.element == html_element::annotation_xml;
  }
  // Deeper elements are read as if they closed at once, so that an end tag costs no more than this.
  // What stands around them comes on top.
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
  void close_item(html_element one, html_element other);
  void pop_to(std::size_t size) { open_.resize(size); }

  enum class reach : std::uint8_t { any_other, scope, table, everything };
  // The number in open_ of the HTML element of this name that an end tag reaches, or `nowhere`.
  [[nodiscard]] std::size_t find(html_element element, std::string_view name, reach how);
  [[nodiscard]] bool extend();
  void settle();
  void read_to(std::size_t end);
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  std::vector<entry> open_;  // from a root of foreign content on, or from the document's beginning
  std::string_view text_;
  bool extended_ = false;                    // what stands around the root was put under it
  bool whole_ = false;                       // this is what another one's text is read again with
  std::unique_ptr<foreign_content> around_;  // null: nobody asked
  std::size_t read_ = 0;                     // how far it has come
};

}  // namespace urlsieve

#endif
