// Collects the text of an XML element, which comments, CDATA sections and references split into parts.
#ifndef URLSIEVE_REFERENCES_XML_TEXT_HPP
#define URLSIEVE_REFERENCES_XML_TEXT_HPP

#include <string_view>
#include <vector>

#include "src/references/values/link_collector.hpp"

namespace urlsieve {

// Collects the parts of one text after another; keeps its memory.
class xml_text {
 public:
  // Adds a part of the document, as written. `literal`: a CDATA section, which has no references.
  void add(std::string_view part, bool literal) {
    if (!part.empty()) parts_.push_back({part, literal, part.data()});
  }
  // Adds the text of a part whose entities were expanded. `place`: the part in the document.
  void add_expanded(std::string_view text, const char* place) {
    if (!text.empty()) parts_.push_back({text, false, place});
  }
  [[nodiscard]] bool empty() const { return parts_.empty(); }
  void clear() { parts_.clear(); }

  // Returns the parts as one decoded text in UTF-8, and clears them. The text is a view of `source` if no
  // decoding was needed; otherwise it is stored in the arena of the findings. Requires: !empty().
  [[nodiscard]] markup_text take(link_collector& links, const markup_text& source);

 private:
  struct text_part {
    std::string_view text;
    bool literal;
    const char* place;  // in the document
  };
  std::vector<text_part> parts_;
};

}  // namespace urlsieve

#endif
