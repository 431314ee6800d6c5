#include "urlsieve/top_counts.hpp"

#include <algorithm>

namespace urlsieve {

void top_counts::add(std::string_view name, std::uint64_t urls, std::uint64_t references) {
  const auto known = counts_.find(name);
  tally& mine = known != counts_.end() ? known->second : counts_[std::string(name)];
  mine.urls += urls;
  mine.references += references;
  if (counts_.size() > 2 * kept_) thin_out();
}

void top_counts::add(const top_counts& other) {
  for (const auto& [name, its] : other.counts_) {
    tally& mine = counts_[name];
    mine.urls += its.urls;
    mine.references += its.references;
  }
  lacking_ += other.lacking_;
  // Not on the way, so that the order in which the other holds its names makes no difference.
  if (counts_.size() > 2 * kept_) thin_out();
}

// Takes the count of the name behind those that are kept from all, and those that have none left away.
void top_counts::thin_out() {
  std::vector<std::uint64_t> all;
  all.reserve(counts_.size());
  for (const auto& [name, its] : counts_) all.push_back(its.urls);
  const auto last = all.begin() + static_cast<std::ptrdiff_t>(kept_);
  std::nth_element(all.begin(), last, all.end(), std::greater<>());
  const std::uint64_t cut = *last;
  std::erase_if(counts_, [cut](const auto& one) { return one.second.urls <= cut; });
  for (auto& [name, its] : counts_) its.urls -= cut;
  lacking_ += cut;
}

std::vector<top_counts::entry> top_counts::top(std::size_t most) const {
  std::vector<entry> all;
  all.reserve(counts_.size());
  for (const auto& [name, its] : counts_) all.push_back({name, its.urls, its.references});
  const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min(most, all.size()));
  std::partial_sort(all.begin(), end, all.end(), [](const entry& a, const entry& b) {
    return a.urls != b.urls ? a.urls > b.urls : a.name < b.name;
  });
  all.erase(end, all.end());
  return all;
}

std::uint64_t top_counts::urls_of(std::string_view name) const {
  const auto known = counts_.find(name);
  return known == counts_.end() ? 0 : known->second.urls;
}

log_histogram top_counts::by_urls() const {
  log_histogram all;
  for (const auto& [name, its] : counts_) all.add(its.urls);
  return all;
}

}  // namespace urlsieve
