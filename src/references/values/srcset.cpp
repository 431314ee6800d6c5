// Commas end a candidate only where white space does not: a URL may hold them ("data:image/png,x"), so a URL
// goes up to white space, and commas at its end are those of the list.
#include "src/references/values/srcset.hpp"

#include "src/text/byte_class.hpp"

namespace urlsieve {

std::string_view srcset_reader::next() {
  constexpr byte_set between = bytes::html_space | byte_set(",");
  while (at_ < value_.size() && between.contains(value_[at_])) ++at_;
  const std::size_t first = at_;
  // A space or less: a quick question that most bytes answer.
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

// Up to the comma that ends the candidate; one inside parentheses does not.
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
