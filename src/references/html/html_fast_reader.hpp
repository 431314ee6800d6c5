// The fast way through a page: from bit to bit of the maps of a window (src/text/markup_scan.hpp).
//
// It reads plain tags: those whose attributes are all written name=value, quoted or not. Where anything is
// odd (an attribute without value, white space around the "=", an element whose content is raw text) it
// stops, and the exact reader takes that one tag. Both give the same references; tests compare them.
#ifndef URLSIEVE_REFERENCES_HTML_FAST_READER_HPP
#define URLSIEVE_REFERENCES_HTML_FAST_READER_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/markup/html_names.hpp"
#include "src/references/html/html_plan.hpp"
#include "src/references/values/link_collector.hpp"
#include "src/text/markup_scan.hpp"

namespace urlsieve {

class html_fast_reader {
 public:
  html_fast_reader(const html_plan& plan, link_collector& links) : plan_(plan), links_(links) {}

  // From now on `markup` is read.
  void begin(const markup_text& markup);

  // Adds the links of plain tags from `at` on, which is outside of tags and of foreign content. Returns where
  // something stands that only the exact reader can take, or the end of the text. Windows are kept from call
  // to call, so that many small pictures (svg) in a page do not have one made again and again.
  [[nodiscard]] std::size_t read(std::size_t at);

 private:
  // What read_plain_tag() gives for a tag that is not plain, and for one that reaches out of the window.
  static constexpr std::size_t not_plain = 0;
  static constexpr std::size_t cut_by_window = static_cast<std::size_t>(-1);

  // This and all below speak of offsets in the window.
  struct place_of_value {
    std::size_t begin;
    std::size_t end;
    std::size_t behind;  // its closing quote
  };

  std::size_t read_window(std::size_t from, bool& unusual);
  [[nodiscard]] std::size_t bare_tag_end(std::size_t at) const;
  std::size_t read_plain_tag(std::size_t at);
  [[nodiscard]] place_of_value find_other_value(std::size_t equals_at) const;
  void add_link(html_element element, std::string_view element_name, link_attribute name,
                const place_of_value& place, std::uint64_t& seen);

  const html_plan& plan_;
  link_collector& links_;
  markup_text markup_;
  markup_window window_;
  std::size_t window_begin_ = 0;  // in the text
  std::size_t window_size_ = 0;   // 0: there is none
};

}  // namespace urlsieve

#endif
