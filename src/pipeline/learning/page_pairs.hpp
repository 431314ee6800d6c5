// Counts the pairs of URLs that one or several rules make equal: pairs with one page, and with two pages.
#ifndef URLSIEVE_PIPELINE_PAGE_PAIRS_HPP
#define URLSIEVE_PIPELINE_PAGE_PAIRS_HPP

#include <cstdint>
#include <string_view>
#include <utility>

#include "src/pipeline/learning/page_identity.hpp"

namespace urlsieve {

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
