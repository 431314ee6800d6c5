// The identity of the pages behind URLs: pages are the same if they have the same content, or if their sites
// say so by canonical URLs.
#ifndef URLSIEVE_PIPELINE_PAGE_IDENTITY_HPP
#define URLSIEVE_PIPELINE_PAGE_IDENTITY_HPP

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

// The contents and the canonical URLs in the captures of one URL.
struct page_identity {
  static constexpr std::size_t most_kept = 16;

  std::string url;
  std::vector<std::string> contents;    // distinct
  std::vector<std::string> canonicals;  // distinct URLs that the captures name

  // Adds a capture. Beyond most_kept, further contents and canonical URLs are ignored.
  void add(std::string_view content, std::string_view canonical) {
    add_distinct(content, contents);
    if (!canonical.empty()) add_distinct(canonical, canonicals);
  }

  // Returns true if both pages have a content or a canonical URL in common, or if a page names the other as
  // canonical.
  [[nodiscard]] bool is_same(const page_identity& other) const {
    return overlap(contents, other.contents) || overlap(canonicals, other.canonicals) ||
           contains(canonicals, other.url) || contains(other.canonicals, url);
  }

  // Returns true if the captures prove that the pages differ. The content of a page that changed between its
  // own captures proves nothing.
  [[nodiscard]] bool is_other(const page_identity& other) const {
    return contents.size() == 1 && other.contents.size() == 1 && !is_same(other);
  }

 private:
  static bool contains(const std::vector<std::string>& all, std::string_view text) {
    return std::ranges::find(all, text) != all.end();
  }
  static bool overlap(const std::vector<std::string>& some, const std::vector<std::string>& others) {
    return std::ranges::any_of(some, [&](const std::string& text) { return contains(others, text); });
  }
  static void add_distinct(std::string_view text, std::vector<std::string>& to) {
    if (to.size() < most_kept && !contains(to, text)) to.emplace_back(text);
  }
};

}  // namespace urlsieve

#endif
