// Counts the pairs of URLs that one or several rules make equal: pairs with one page, and with two pages.
#ifndef URLSIEVE_PIPELINE_PAGE_PAIRS_HPP
#define URLSIEVE_PIPELINE_PAGE_PAIRS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace urlsieve {

// The contents and the canonical URLs in the captures of one URL. Two pages are the same if they have the
// same content, or if their sites say so by canonical URLs.
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

struct pair_counts {
  std::uint64_t support = 0;       // pairs with one page
  std::uint64_t declared = 0;      // pairs of the support that canonical URLs declare
  std::uint64_t false_merges = 0;  // pairs with two pages

  pair_counts& operator+=(const pair_counts& other) {
    support += other.support;
    declared += other.declared;
    false_merges += other.false_merges;
    return *this;
  }
};

// One group of URLs that become equal. The captures of a URL follow one another.
class page_pairs {
 public:
  page_pairs() = default;

  // `representative`: the page of the URL that has the form of the group already.
  explicit page_pairs(page_identity representative)
      : representative_(std::move(representative)), has_representative_(true) {}

  // Adds a capture. `is_declared`: its canonical URL declares the change.
  void add(std::string_view url, std::string_view content, std::string_view canonical, bool is_declared) {
    if (url != current_.url) {
      close_url();
      current_ = {};
      current_.url = url;
    }
    current_.add(content, canonical);
    is_declared_ = is_declared_ || is_declared;
  }

  // Returns the counts of the group. Requires: called once, after the last capture.
  [[nodiscard]] pair_counts finish() {
    close_url();
    return counts_;
  }

 private:
  void close_url() {
    if (current_.url.empty()) return;
    const bool declared = std::exchange(is_declared_, false);
    const bool is_pair = has_representative_;
    if (!is_pair) {
      representative_ = current_;
      has_representative_ = true;
    }
    if (is_pair && current_.is_other(representative_)) {
      ++counts_.false_merges;
    } else if (declared || (is_pair && current_.is_same(representative_))) {
      ++counts_.support;
      counts_.declared += declared ? 1U : 0U;
    }
  }

  page_identity representative_;
  bool has_representative_ = false;
  page_identity current_;
  bool is_declared_ = false;
  pair_counts counts_;
};

}  // namespace urlsieve

#endif
