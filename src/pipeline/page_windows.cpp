#include "src/pipeline/page_windows.hpp"

#include "src/documents/lines/markup_windows.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {
namespace {

// Large, because some windows require reading from the beginning of the page, so there should be few windows.
constexpr std::size_t window_size = std::size_t{2} << 20U;

}  // namespace

page_windows::page_windows(const document& page) {
  markup_limits limits;
  limits.window = window_size;
  limits.max_document = page.body.size();
  limits.all_at_once = true;
  stats ignored;  // nothing is too large here, and a late base does not matter
  markup_window_splitter(page.type, limits).split(page.body, 0, true, page.source, slices_, ignored);
  if (slices_.size() < 2) {
    windows_.push_back(page);
    return;
  }
  for (const slice& part : slices_) {
    document window = page;
    window.body = part.bytes;
    window.continues = page.continues || part.continues;
    if (!page.continues) window.head = part.head;
    if (page.page_base.empty()) window.page_base = part.page_base;
    windows_.push_back(window);
  }
}

}  // namespace urlsieve
