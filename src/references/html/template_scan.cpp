#include "src/references/html/template_scan.hpp"

#include <algorithm>

#include "src/markup/html_names.hpp"
#include "src/text/scan/markup_scan.hpp"

namespace urlsieve {

bool template_scan::is_inside(std::size_t place) {
  if (!begun_) {
    // Most pages have no <template> and need no scan.
    const std::size_t first = find_start_tag(page_.data(), page_.size(), at_, "template");
    if (first >= place) return false;
    begun_ = true;
    foreign_.clear(page_);
  }
  read_to(place);
  return open_ != 0;
}

void template_scan::read_to(std::size_t place) {
  for (at_ = std::min(page_.find('<', at_), page_.size()); at_ < place && at_ < page_.size();
       at_ = std::min(page_.find('<', at_), page_.size())) {
    const markup found = read_markup(page_, at_, foreign_.allows_cdata());
    if (found.kind != markup_kind::tag) {
      at_ = found.end;
      continue;
    }
    const std::size_t end = read_tag(page_, at_, tag_);
    if (end == unfinished) {
      at_ = page_.size();
      return;
    }
    at_ = end;
    const html_element element = element_named(tag_.name);
    if (tag_.closing) {
      if (element == html_element::template_ && foreign_.empty() && open_ != 0) --open_;
      foreign_.end(element, tag_.name);
      continue;
    }
    if (foreign_.start(element, tag_) != markup_space::html) continue;
    if (element == html_element::template_) ++open_;
    const text_mode mode = text_mode_after(element);
    if (mode != text_mode::data) at_ = raw_text_end(page_, at_, name_of(element), mode);
  }
}

}  // namespace urlsieve
