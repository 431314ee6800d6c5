// Reads the plain tags of a page from the bit maps of a window (src/text/scan/markup_scan.hpp).
//
// A tag whose attributes are all written name="value" is read at once (html_tag_bits.hpp), other tags
// attribute by attribute. The fast reader stops at an unusual tag (white space around "=", a link attribute
// without value, an element with raw text), which the exact reader then reads. Both readers find the same
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
#include "src/text/scan/markup_scan.hpp"

namespace urlsieve {

class html_fast_reader {
 public:
  // Adds links to the findings of `links`. `plan` and `links` must outlive the reader.
  html_fast_reader(const html_plan& plan, link_collector& links);

  // Starts a new text, `markup`. Requires: links.begin() was called; the text stays valid until the last
  // read().
  void begin(const markup_text& markup);

  // Adds the links of plain tags from offset `at` on. Returns the offset of the first markup that only the
  // exact reader can read, or the end of the text. Keeps the window between calls, because a page may
  // alternate often between the readers (for example, at many small svg images). Requires: `at` is outside of
  // tags and of foreign content.
  [[nodiscard]] std::size_t read(std::size_t at);

  // Result for a tag that is not plain.
  static constexpr std::size_t not_plain = 0;

  // Parses the start tag at `at` for the exact reader, and replaces all members of `tag`. Returns the offset
  // after the tag. Returns not_plain unless the window holds the whole tag and all attributes are written
  // name="value"; `tag` is then undefined.
  [[nodiscard]] std::size_t read_tag(std::size_t at, html_tag& tag) const;

 private:
  // Result for a tag that continues after the window.
  static constexpr std::size_t cut_by_window = static_cast<std::size_t>(-1);

  // All offsets from here on are relative to the window.
  struct place_of_value {
    std::size_t begin;
    std::size_t end;
    std::size_t behind;  // after the closing quote
  };

  // The tag being read.
  struct open_tag {
    std::string_view name;
    std::size_t cut;         // the result if the tag continues after the window
    std::uint64_t seen = 0;  // bits of the attributes read so far
  };

  std::size_t read_window(std::size_t from, bool& unusual);
  std::size_t read_markup(std::size_t at);
  [[nodiscard]] std::size_t end_tag_end(std::size_t at) const;
  [[nodiscard]] std::size_t comment_end(std::size_t at) const;
  std::size_t read_start_tag(std::size_t at);
  std::size_t read_attributes(open_tag& tag, std::size_t pos);
  [[nodiscard]] place_of_value find_other_value(std::size_t equals_at) const;
  // Returns the first byte of the attribute name that ends before bit `equals` of the view from `pos` on.
  [[nodiscard]] std::size_t name_begin(std::size_t pos, unsigned equals) const;
  // Returns the bits of `equals` (the "=" of attributes, from `pos` on) whose attribute name ends like the
  // name of a link attribute.
  [[nodiscard]] std::uint64_t which_may_be_links(std::size_t pos, std::uint64_t equals) const;
  [[nodiscard]] bool may_be_link(std::size_t name_end) const;
  [[nodiscard]] bool add_links(open_tag& tag, std::size_t pos, std::uint64_t equals);
  [[nodiscard]] bool add_link(open_tag& tag, std::size_t name_at, std::size_t name_end,
                              const place_of_value& place);

  // Hash table of the last three letters of requested link attributes. Nearly all other attributes are
  // recognized by these letters.
  static constexpr unsigned ending_bits = 10;

  const html_plan& plan_;
  link_collector& links_;
  std::array<bool, 1U << ending_bits> endings_{};
  markup_text markup_;
  arena::mark before_;  // fill level of the arena at begin()
  markup_window window_;
  std::size_t window_begin_ = 0;  // offset in the text
  std::size_t window_size_ = 0;   // 0: no window
};

}  // namespace urlsieve

#endif
