#include "urlsieve/top_counts.hpp"

#include <algorithm>
#include <functional>

#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {

// Returns the slot of the name, or the empty slot where it belongs.
std::size_t top_counts::slot_of(std::string_view name) const {
  std::size_t at = partition_hash(name) & (slots_.size() - 1);
  while (slots_[at] != 0 && name_of(tallies_[slots_[at] - 1]) != name) at = (at + 1) & (slots_.size() - 1);
  return at;
}

void top_counts::index_all(std::size_t slots) {
  slots_.assign(slots, 0);
  for (std::size_t i = 0; i < tallies_.size(); ++i)
    slots_[slot_of(name_of(tallies_[i]))] = static_cast<std::uint32_t>(i + 1);
}

// Adds to the counts of the name, without a limit on the number of names.
void top_counts::add_unbounded(std::string_view name, std::uint64_t urls, std::uint64_t references) {
  constexpr std::size_t least_slots = 64;
  if (3 * (tallies_.size() + 1) > 2 * slots_.size()) index_all(std::max(least_slots, 2 * slots_.size()));
  std::uint32_t& slot = slots_[slot_of(name)];
  if (slot == 0) {
    tallies_.push_back(
        {0, 0, static_cast<std::uint32_t>(names_.size()), static_cast<std::uint32_t>(name.size())});
    names_.append(name);
    slot = static_cast<std::uint32_t>(tallies_.size());
  }
  tally& counter = tallies_[slot - 1];
  counter.urls += urls;
  counter.references += references;
}

void top_counts::add(std::string_view name, std::uint64_t urls, std::uint64_t references) {
  add_unbounded(name, urls, references);
  if (tallies_.size() > 2 * kept_) drop_infrequent();
}

void top_counts::add(const top_counts& other) {
  for (const tally& counter : other.tallies_)
    add_unbounded(other.name_of(counter), counter.urls, counter.references);
  lacking_ += other.lacking_;
  // Only at the end, because the result must not depend on the order of names in `other`.
  if (tallies_.size() > 2 * kept_) drop_infrequent();
}

// Subtracts the count of the first name beyond the kept names from all counts, and removes names whose count
// becomes 0.
void top_counts::drop_infrequent() {
  std::vector<std::uint64_t> all;
  all.reserve(tallies_.size());
  for (const tally& counter : tallies_) all.push_back(counter.urls);
  const auto last = all.begin() + static_cast<std::ptrdiff_t>(kept_);
  std::nth_element(all.begin(), last, all.end(), std::greater<>());
  const std::uint64_t cut = *last;
  std::vector<tally> left;
  std::string names;
  for (tally counter : tallies_) {
    if (counter.urls <= cut) continue;
    const std::string_view name = name_of(counter);
    counter.urls -= cut;
    counter.name_at = static_cast<std::uint32_t>(names.size());
    names.append(name);
    left.push_back(counter);
  }
  tallies_ = std::move(left);
  names_ = std::move(names);
  index_all(slots_.size());
  lacking_ += cut;
}

std::vector<top_counts::entry> top_counts::top(std::size_t most) const {
  std::vector<entry> all;
  all.reserve(tallies_.size());
  for (const tally& counter : tallies_)
    all.push_back({std::string(name_of(counter)), counter.urls, counter.references});
  const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min(most, all.size()));
  std::partial_sort(all.begin(), end, all.end(), [](const entry& a, const entry& b) {
    return a.urls != b.urls ? a.urls > b.urls : a.name < b.name;
  });
  all.erase(end, all.end());
  return all;
}

std::uint64_t top_counts::urls_of(std::string_view name) const {
  if (slots_.empty()) return 0;
  const std::uint32_t slot = slots_[slot_of(name)];
  return slot == 0 ? 0 : tallies_[slot - 1].urls;
}

log_histogram top_counts::by_urls() const {
  log_histogram all;
  for (const tally& counter : tallies_) all.add(counter.urls);
  return all;
}

}  // namespace urlsieve
