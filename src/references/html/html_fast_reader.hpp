// The fast way through a page: from bit to bit of the maps of a window (src/text/markup_scan.hpp).
//
// Tags whose attributes are all written name="value" are read at once (html_tag_bits.hpp), others attribute
// by attribute. Where anything is odd (white space around the "=", a link attribute without a value, an
// element whose content is raw text) it stops, and the exact reader takes that one tag. Both give the same
// references; tests compare them.
#ifndef URLSIEVE_REFERENCES_HTML_FAST_READER_HPP
#define URLSIEVE_REFERENCES_HTML_FAST_READER_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/markup/html_names.hpp"
#include "src/markup/html_tokenizer.hpp"
#include "src/references/html/html_plan.hpp"
#include "src/references/values/link_collector.hpp"
#include "src/text/arena.hpp"
#include "src/text/markup_scan.hpp"

namespace urlsieve {

class html_fast_reader {
 public:
  html_fast_reader(const html_plan& plan, link_collector& links);

  // From now on `markup` is read.
  void begin(const markup_text& markup);

  // Adds the links of plain tags from `at` on, which is outside of tags and of foreign content. Returns where
  // something stands that only the exact reader can take, or the end of the text. Windows are kept from call
  // to call, so that many small pictures (svg) in a page do not have one made again and again.
  [[nodiscard]] std::size_t read(std::size_t at);

  // What reading a tag gives that is not plain.
  static constexpr std::size_t not_plain = 0;

  // For the exact reader: takes the start tag at `at` apart if the window has it and all its attributes are
  // written name="value". Returns the offset behind it, or not_plain.
  [[nodiscard]] std::size_t read_tag(std::size_t at, html_tag& tag) const;

 private:
  // What reading a tag gives that reaches out of the window.
  static constexpr std::size_t cut_by_window = static_cast<std::size_t>(-1);

  // This and all below speak of offsets in the window.
  struct place_of_value {
    std::size_t begin;
    std::size_t end;
    std::size_t behind;  // its closing quote
  };

  // The tag that is read.
  struct open_tag {
    std::string_view name;
    std::size_t cut;         // what to return if it reaches out of the window
    std::uint64_t seen = 0;  // which attributes it has had
  };

  std::size_t read_window(std::size_t from, bool& unusual);
  std::size_t read_markup(std::size_t at);
  [[nodiscard]] std::size_t end_tag_end(std::size_t at) const;
  [[nodiscard]] std::size_t comment_end(std::size_t at) const;
  std::size_t read_start_tag(std::size_t at);
  std::size_t read_attributes(open_tag& tag, std::size_t pos);
  [[nodiscard]] place_of_value find_other_value(std::size_t equals_at) const;
  // The first byte of the attribute name, in a stretch from `pos` on, that ends before bit `equals`.
  [[nodiscard]] std::size_t name_begin(std::size_t pos, unsigned equals) const;
  // Of attributes whose "=" are the bits of `equals` from `pos` on, those whose names end like that of a
  // link.
  [[nodiscard]] std::uint64_t which_may_be_links(std::size_t pos, std::uint64_t equals) const;
  [[nodiscard]] bool may_be_link(std::size_t name_end) const;
  [[nodiscard]] bool add_links(open_tag& tag, std::size_t pos, std::uint64_t equals);
  [[nodiscard]] bool add_link(open_tag& tag, std::size_t name_at, std::size_t name_end,
                              const place_of_value& place);

  // The last three letters of an attribute's name tell nearly every other from those that hold links; wanted
  // ones, that is.
  static constexpr unsigned ending_bits = 10;

  const html_plan& plan_;
  link_collector& links_;
  std::array<bool, 1U << ending_bits> endings_{};
  markup_text markup_;
  arena::mark before_;  // what was decoded before the markup
  markup_window window_;
  std::size_t window_begin_ = 0;  // in the text
  std::size_t window_size_ = 0;   // 0: there is none
};

}  // namespace urlsieve

#endif
