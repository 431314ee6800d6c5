// Cuts a document of markup of many megabytes into windows, so that its results never take many times its
// size. Used if references cannot be delivered as they are found: XML, and HTML with link contexts. No
// construct extends over the end of a window (src/documents/lines/markup_windows.hpp). Properties of the
// whole page (<base>, charset) are known before the first window, so all windows together give the references
// of the whole page. The size of a page alone decides, never the memory.
#ifndef URLSIEVE_PIPELINE_PAGE_WINDOWS_HPP
#define URLSIEVE_PIPELINE_PAGE_WINDOWS_HPP

#include <cstddef>
#include <vector>

#include "src/documents/splitter.hpp"
#include "urlsieve/document.hpp"

namespace urlsieve {

class page_windows {
 public:
  // Returns true for markup of more than 4 MiB.
  [[nodiscard]] static bool needs_windows(const document& page) {
    const bool is_markup = page.type == media::html || page.type == media::xhtml || page.type == media::xml;
    return is_markup && page.body.size() > large;
  }

  // Cuts `page` into windows; a page in UTF-16 or UTF-32 gives one window. The windows are views, valid as
  // long as this object and the page. Requires: needs_windows(page).
  explicit page_windows(const document& page);

  [[nodiscard]] const std::vector<document>& all() const { return windows_; }

 private:
  static constexpr std::size_t large = std::size_t{4} << 20U;

  std::vector<slice> slices_;  // own the facts about the front of the page that windows refer to
  std::vector<document> windows_;
};

}  // namespace urlsieve

#endif
