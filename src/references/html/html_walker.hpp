// Walks through markup from tag to tag and hands link attributes to the collector.
//
// Two ways through a tag. The fast one reads bit maps of a window (src/text/markup_scan.hpp) and takes tags
// whose attributes are all written name=value, quoted or not, outside SVG and MathML. Whatever is odd
// (attributes without value, white space around the "=", elements whose content is raw text) it leaves to the
// exact tokenizer, which could do everything: that is the oracle, and `reading::exact` uses nothing else.
#ifndef URLSIEVE_REFERENCES_HTML_WALKER_HPP
#define URLSIEVE_REFERENCES_HTML_WALKER_HPP

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "src/markup/foreign_content.hpp"
#include "src/markup/html_tokenizer.hpp"
#include "src/references/html/page_text.hpp"
#include "src/references/values/html_links.hpp"
#include "src/references/values/link_collector.hpp"
#include "src/text/markup_scan.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

enum class reading { fast, exact };

// An empty value that means the document itself (RFC 3986 section 4.4 calls it a same-document reference; a
// form is sent there, HTML standard section 4.10.21.3).
[[nodiscard]] constexpr bool empty_is_base(html_element element, link_attribute attribute) {
  return attribute == link_attribute::action || attribute == link_attribute::formaction ||
         (element == html_element::img && attribute == link_attribute::src);
}

// What is the same for every document of a finder.
struct html_plan {
  // To leave out nofollow links, every rel must be read first; what is between the tags, only the exact
  // reader sees.
  html_plan(const link_options& chosen, const text_options& text_rules, reading how)
      : options(chosen),
        text(text_rules),
        table(chosen),
        speed(chosen.drop_nofollow || page_text::wanted(chosen) ? reading::exact : how) {}
  link_options options;
  text_options text;
  link_table table;
  reading speed;
};

class html_walker {
 public:
  html_walker(const html_plan& plan, link_collector& links, unsigned depth = 0)
      : plan_(plan), links_(links), depth_(depth) {
    if (page_text::wanted(plan.options)) said_ = std::make_unique<page_text>(plan.options, plan.text);
  }

  // `xml`: it is XHTML, so CDATA sections and "/>" count everywhere. `base`: of the document, empty: none.
  // `until_its_end`: what stands before the markup, and the markup, where that is a part of a page; else
  // empty.
  void walk(const markup_text& markup, bool xml, std::string_view base, stats& counted,
            std::string_view until_its_end = {});

  // Of the first <meta> of the last document that told one; unknown: none did.
  [[nodiscard]] const encoding& told_encoding() const { return told_encoding_; }

  // Whether the last document says that none of its links is to be followed, and was asked for that; takes
  // them out of what was found, if another part of the page said so.
  [[nodiscard]] bool nofollow_page() const { return nofollow_page_; }
  void drop_followed();

 private:
  // Documents inside documents (srcdoc, conditional comments) are followed so deep.
  static constexpr unsigned deepest = 4;
  // What read_plain_tag() gives for a tag that is not plain, and for one that reaches out of the window.
  static constexpr std::size_t not_plain = 0;
  static constexpr std::size_t cut_by_window = static_cast<std::size_t>(-1);

  [[nodiscard]] std::string_view text() const { return markup_.text; }

  std::size_t walk_windows(std::size_t at);
  std::size_t walk_window(std::size_t begin, std::size_t size, std::size_t from);
  [[nodiscard]] std::size_t bare_tag_end(std::size_t at, std::size_t window_begin,
                                         std::size_t window_size) const;
  std::size_t read_plain_tag(std::size_t at, std::size_t window_begin, std::size_t window_size);
  // Offsets in the window.
  struct place_of_value {
    std::size_t begin;
    std::size_t end;
    std::size_t behind;  // its closing quote
  };
  [[nodiscard]] place_of_value find_other_value(std::size_t equals_at, const char* window,
                                                std::size_t size) const;
  void take_plain(html_element element, std::string_view element_name, link_attribute name,
                  const place_of_value& place, std::size_t begin, std::uint64_t& seen);

  std::size_t read_exactly(std::size_t at);
  std::size_t after_start_tag(std::size_t end);
  void take_attributes(markup_space space, html_element element);
  void take_attribute(const link_row& row, markup_space space, html_element element,
                      const html_attribute& attribute, link_attribute name);
  void take_meta();
  void take_robots(std::string_view content);
  void take_base();
  void take_canonical(std::string_view rel);
  std::size_t take_raw_text(html_element element, text_mode mode, std::size_t begin);
  void take_comment(std::string_view content);
  void take_text(std::string_view text, bool literal);
  void walk_inside(const markup_text& inner);

  void name_attributes();
  [[nodiscard]] const html_attribute* attribute(link_attribute name) const;
  [[nodiscard]] std::string_view where_of(markup_space space, html_element element, std::string_view name,
                                          link_attribute attribute);

  const html_plan& plan_;
  link_collector& links_;
  unsigned depth_;
  markup_text markup_;
  bool xml_ = false;
  bool non_ascii_is_plain_ = false;  // what was decoded is UTF-8 without faults
  std::string_view base_;
  stats* counted_ = nullptr;
  html_tag tag_;
  encoding told_encoding_;
  bool nofollow_page_ = false;
  std::vector<std::size_t> followed_;  // numbers of the references that nofollow is about, if it is asked
  std::vector<link_attribute> names_;  // of the attributes of tag_, in their order
  foreign_content foreign_;
  markup_window window_;
  std::size_t window_begin_ = 0;     // in the text
  std::size_t window_size_ = 0;      // 0: there is none
  std::unique_ptr<page_text> said_;  // null: nobody asks
  std::unique_ptr<html_walker> inner_;
};

}  // namespace urlsieve

#endif
