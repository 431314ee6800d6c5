// Tells whether a place of a page is inside a <template>. Few pages ask, so the page is looked through only
// up to the places that are asked about.
#ifndef URLSIEVE_REFERENCES_TEMPLATE_SCAN_HPP
#define URLSIEVE_REFERENCES_TEMPLATE_SCAN_HPP

#include <cstddef>
#include <string_view>

#include "src/markup/foreign_content.hpp"
#include "src/markup/html_tokenizer.hpp"

namespace urlsieve {

class template_scan {
 public:
  void begin(std::string_view page) {
    page_ = page;
    at_ = open_ = 0;
    begun_ = false;
  }

  // True if a <template> is open at `place`. REQUIRES: places are asked about in ascending order. The calls
  // for one page take time linear in the page together.
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
