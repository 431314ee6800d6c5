// The text of an element of XML, which comments, CDATA sections and references take apart.
#ifndef URLSIEVE_REFERENCES_XML_TEXT_HPP
#define URLSIEVE_REFERENCES_XML_TEXT_HPP

#include <string_view>
#include <vector>

#include "src/references/values/link_collector.hpp"

namespace urlsieve {

// Collects the parts of one text after another; keeps its memory.
class xml_text {
 public:
  // `literal`: a CDATA section, in which no references are. Part of the document, as written.
  void add(std::string_view part, bool literal) {
    if (!part.empty()) parts_.push_back({part, literal});
  }
  [[nodiscard]] bool empty() const { return parts_.empty(); }
  void clear() { parts_.clear(); }

  // Returns the parts as one text in UTF-8, decoded, and forgets them: a view of `source` if nothing had to
  // be done, else made in the arena of the findings. REQUIRES: !empty().
  [[nodiscard]] markup_text take(link_collector& links, const markup_text& source);

 private:
  struct text_part {
    std::string_view text;
    bool literal;
  };
  std::vector<text_part> parts_;
};

}  // namespace urlsieve

#endif
