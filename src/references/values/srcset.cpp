// White space ends a URL; a comma does not, because URLs may hold commas ("data:image/png,x"). Commas at the
// end of a URL belong to the list.
#include "src/references/values/srcset.hpp"

#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

std::string_view srcset_reader::next() {
  constexpr byte_set between = bytes::html_space | byte_set(",");
  while (at_ < value_.size() && between.contains(value_[at_])) ++at_;
  const std::size_t first = at_;
  // The comparison with a blank is quick and decides for most bytes.
  while (at_ < value_.size() &&
         (static_cast<unsigned char>(value_[at_]) > ' ' || !bytes::html_space.contains(value_[at_])))
    ++at_;
  std::string_view url = value_.substr(first, at_ - first);
  if (url.ends_with(',')) {
    while (url.ends_with(',')) url.remove_suffix(1);
  } else {
    skip_descriptors();
  }
  return url;
}

// Skips to the comma that ends the candidate; commas inside parentheses do not count.
void srcset_reader::skip_descriptors() {
  bool inside = false;
  for (; at_ < value_.size(); ++at_) {
    const char c = value_[at_];
    if (c == ',' && !inside) return;
    if (c == '(') inside = true;
    if (c == ')') inside = false;
  }
}

}  // namespace urlsieve
