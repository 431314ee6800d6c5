// A document of markup of many megabytes whose references cannot be taken as they are found (XML; HTML where
// what is around links is asked for), read window by window, so that what is found in it never takes many
// times its size. Where windows end, nothing is open that reaches over
// (src/documents/lines/markup_windows.hpp), and what only all of a page tells (its <base>, its charset) is
// known before the first: the same references are found as in one piece. Whether a page is large depends on
// its size alone, never on memory.
#ifndef URLSIEVE_PIPELINE_PAGE_WINDOWS_HPP
#define URLSIEVE_PIPELINE_PAGE_WINDOWS_HPP

#include <cstddef>
#include <vector>

#include "src/documents/splitter.hpp"
#include "urlsieve/document.hpp"

namespace urlsieve {

class page_windows {
 public:
  // Whether a document is markup, and large.
  [[nodiscard]] static bool wanted(const document& page) {
    const bool is_markup = page.type == media::html || page.type == media::xhtml || page.type == media::xml;
    return is_markup && page.body.size() > large;
  }

  // Those of `page`; one, if it is in UTF-16 or UTF-32. Views live as long as this and the page. REQUIRES:
  // wanted(page).
  explicit page_windows(const document& page);

  [[nodiscard]] const std::vector<document>& all() const { return windows_; }

 private:
  static constexpr std::size_t large = std::size_t{4} << 20U;

  std::vector<slice> slices_;  // they own what windows are told of the beginning
  std::vector<document> windows_;
};

}  // namespace urlsieve

#endif
