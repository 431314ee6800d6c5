// Follows the structure of an MPEG-DASH manifest (ISO/IEC 23009-1): the elements and attributes with URLs,
// and the parent element of a <BaseURL>.
#ifndef URLSIEVE_REFERENCES_DASH_MANIFEST_HPP
#define URLSIEVE_REFERENCES_DASH_MANIFEST_HPP

#include <string_view>
#include <vector>

#include "src/markup/html_tokenizer.hpp"

namespace urlsieve {

// Follows the tags of one XML document. Views point into the document.
class dash_manifest {
 public:
  // Begins a document.
  void begin() {
    open_.clear();
    root_seen_ = is_manifest_ = false;
  }

  // Report a start tag, and an end tag after the text before the tag was read. A self-closing tag has no end
  // tag. Ignores an end tag that does not match the innermost open element.
  void start_tag(const html_tag& tag);
  void end_tag(std::string_view name);

  // True if the root is MPD in the namespace of DASH. All functions below require a manifest.
  [[nodiscard]] bool is_manifest() const { return is_manifest_; }

  // Returns the parent of the innermost open element; empty if none.
  [[nodiscard]] std::string_view parent() const {
    return open_.size() < 2 ? std::string_view() : open_[open_.size() - 2];
  }

  // True for BaseURL, Location and PatchLocation. Names are local, without a prefix.
  [[nodiscard]] static bool holds_url(std::string_view element);

  // True for attributes that hold a URL or, in SegmentTemplate, a template of URLs.
  [[nodiscard]] static bool holds_url(std::string_view element, std::string_view attribute);

 private:
  bool root_seen_ = false;
  bool is_manifest_ = false;
  std::vector<std::string_view> open_;  // names of the open elements; filled only for a manifest
};

}  // namespace urlsieve

#endif
