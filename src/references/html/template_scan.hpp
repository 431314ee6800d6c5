// Tells whether a position of a page is inside a <template>. The scan reads a page only as far as a caller
// asks, because few pages need it.
#ifndef URLSIEVE_REFERENCES_TEMPLATE_SCAN_HPP
#define URLSIEVE_REFERENCES_TEMPLATE_SCAN_HPP

#include <cstddef>
#include <string_view>

#include "src/markup/foreign_content.hpp"
#include "src/markup/html_tokenizer.hpp"

namespace urlsieve {

// Used by one thread at a time; keeps its memory between pages.
class template_scan {
 public:
  // Begins a page, which must stay valid until the last call for the page.
  void begin(std::string_view page) {
    page_ = page;
    at_ = open_ = 0;
    begun_ = false;
  }

  // Returns true if a <template> is open at `place`. All calls for one page together take time linear in the
  // page. Requires: the places of successive calls ascend.
  [[nodiscard]] bool is_inside(std::size_t place);

 private:
  void read_to(std::size_t place);

  std::string_view page_;
  std::size_t at_ = 0;
  std::size_t open_ = 0;
  bool begun_ = false;
  foreign_content foreign_;
  html_tag tag_;
};

}  // namespace urlsieve

#endif
